/** The report's style sheet. System fonts; light, dark and paper; no colour carries a meaning that words do not. */
export const STYLE = `
:root{color-scheme:light dark;
--paper:#fdfcf9;--ink:#1f1d1a;--soft:#5d584f;--line:#ddd8cd;--tint:#f5f2ea;--accent:#8a2f24;--link:#1c4f82;--mark:#fbeebc;--muted:#b9b2a4;--good:#256a3a;--bad:#a3201b;
--f-done:#e5f1e3;--s-done:#3f7a4d;--f-failed:#f8e2de;--s-failed:#a3201b;--f-running:#faf0cf;--s-running:#8a6510;--f-pending:#f1eee7;--s-skipped:#9a9488}
@media (prefers-color-scheme:dark){:root{
--paper:#17181b;--ink:#e7e4dc;--soft:#aaa598;--line:#383a40;--tint:#202226;--accent:#eda38f;--link:#a3c8f0;--mark:#4d431c;--muted:#676459;--good:#8fcf9f;--bad:#ff9d92;
--f-done:#1f3326;--s-done:#79b88a;--f-failed:#40211f;--s-failed:#ff9d92;--f-running:#3b3216;--s-running:#d9b65a;--f-pending:#26282d;--s-skipped:#7d7a72}}
*{box-sizing:border-box}
html{font-size:106.25%;scroll-padding-top:1rem;-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:400 1rem/1.62 "Iowan Old Style","Palatino Linotype",Palatino,"URW Palladio L","Book Antiqua",Georgia,"Noto Serif",serif;font-kerning:normal;hanging-punctuation:first;text-wrap:pretty;overflow-wrap:anywhere}
.sheet{max-width:46rem;margin:0 auto;padding:2.5rem 1.25rem 4rem}
a{color:var(--link);text-decoration-thickness:1px;text-underline-offset:.16em}
a:focus-visible,summary:focus-visible,.scroll:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:3px}
.skip{position:absolute;left:-999rem;background:var(--paper);padding:.5rem 1rem;z-index:2}
.skip:focus{left:1rem;top:1rem}
.vh{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
h1,h2,h3,h4{line-height:1.22;text-wrap:balance;font-weight:600}
h1{font-size:2.15rem;letter-spacing:-.012em;margin:.35rem 0 1rem}
h1::first-letter{text-transform:uppercase}
h2{font-size:1.32rem;margin:0 0 .75rem}
h3{font-size:1.06rem;margin:1.7rem 0 .5rem}
h4{font-size:1rem;margin:1.2rem 0 .4rem;font-style:italic;font-weight:400}
p,.p{margin:0 0 .95rem}
ul,ol{margin:0 0 1rem;padding-left:1.35rem}
li{margin:.28rem 0}
main>section{padding-top:1.9rem;margin-top:2.1rem;border-top:1px solid var(--line)}
main>section:first-child{border-top:0;margin-top:.5rem;padding-top:1rem}
.eyebrow,.byline,.legend,.note,.where,.of,.glance,.contents,figcaption,.flag,.marks,.id,.end,.sq,.who,table,.facts,.flow,.words>summary,.quotes>summary,.why{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",Arial,sans-serif}
.eyebrow{font-size:.76rem;letter-spacing:.09em;text-transform:uppercase;color:var(--accent);margin:0}
.byline,.legend,.note{font-size:.84rem;line-height:1.5;color:var(--soft);margin:0 0 .5rem}.legend{font-size:.79rem}
.glance{display:flex;flex-wrap:wrap;gap:.4rem clamp(1rem,4vw,2.2rem);margin:1.1rem 0;padding:.8rem 0;border-top:1px solid var(--line);border-bottom:1px solid var(--line)}
.glance div{display:flex;flex-direction:column-reverse}
.glance dt{font-size:.75rem;color:var(--soft)}
.glance dd{margin:0;font-size:1.4rem;line-height:1.15;font-variant-numeric:tabular-nums}
.contents{font-size:.8rem;line-height:1.45;margin:2rem 0 0;padding:.9rem 0 0;border-top:1px solid var(--line)}
.contents ul{list-style:none;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:.15rem .9rem}
.contents li{margin:0}.contents a{display:inline-block;color:var(--soft);text-decoration:none;padding:.22rem 0;min-width:1.5rem}
.contents a:hover{color:var(--link);text-decoration:underline}
.banner{background:var(--tint);border:1px solid var(--accent);border-left-width:4px;border-radius:4px;padding:1rem 1.2rem!important}
.answer .p{font-size:1.09rem;line-height:1.6}
.findings{padding-left:1.3rem}
.findings li{margin:.5rem 0}
.sq{font-size:.72em;font-weight:600;letter-spacing:.05em;color:var(--accent);margin-right:.35em}
.q{color:inherit}
.flag{font-size:.72rem;line-height:1.35;color:var(--bad);border:1px solid currentColor;border-radius:3px;padding:0 .35em;margin-left:.35em;white-space:nowrap}
.letter{font:italic .85em/0 Georgia,serif;margin-left:.14em;cursor:help}time{white-space:nowrap}
.cite{display:inline}.cite:not([open])::details-content{display:none}
.cite>summary{display:inline-block;list-style:none;cursor:pointer;font:500 .72rem/1.35 system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif;color:var(--link);background:var(--tint);border:1px solid var(--line);border-radius:.7em;padding:.03em .5em;margin:0 .06em 0 .28em;min-width:1.65em;text-align:center;vertical-align:.1em;font-variant-numeric:tabular-nums}
.cite>summary::-webkit-details-marker{display:none}
.cite>summary:hover{border-color:var(--link)}
.cite[open]>summary{background:var(--link);border-color:var(--link);color:var(--paper)}
.evidence{margin:.6rem 0 .8rem;padding:.75rem 1rem .55rem;background:var(--tint);border-left:3px solid var(--link);border-radius:0 4px 4px 0;font-size:.95rem;line-height:1.52}
.of{font-size:.82rem;margin:0 0 .45rem}
.of cite{font-style:italic;color:var(--soft)}
.passage{margin:0 0 .6rem}
blockquote{margin:0}
.passage mark{background:var(--mark);color:inherit;padding:.06em 0;-webkit-box-decoration-break:clone;box-decoration-break:clone}
.context{color:var(--soft)}
.where{font-size:.77rem;line-height:1.45;color:var(--soft);margin:.25rem 0 0}
figure{margin:1.2rem 0 1.6rem}
figcaption{font-size:.8rem;line-height:1.45;color:var(--soft);margin-top:.5rem}
svg{display:block;max-width:100%;height:auto;font-family:system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif}
svg text{fill:var(--ink)}
.scroll{overflow-x:auto;max-width:100%;position:relative}
.scroll:has(svg){padding:.25rem 0}
.citations svg{max-width:none;width:100%;min-width:44rem}
.plan svg{max-width:none;margin:0 auto}.plan svg.fit{max-width:100%;min-width:38rem}
.f-none{fill:none}.s-none{stroke:none}
.f-ink{fill:var(--ink)}.s-ink{stroke:var(--ink)}.f-line{fill:var(--soft)}.s-line{stroke:var(--line)}.f-accent{fill:var(--accent)}.f-muted{fill:var(--muted)}
.plan .s-line{stroke:var(--soft)}
.f-done{fill:var(--f-done)}.s-done{stroke:var(--s-done)}.f-failed{fill:var(--f-failed)}.s-failed{stroke:var(--s-failed)}.f-running{fill:var(--f-running)}.s-running{stroke:var(--s-running)}.f-pending,.f-skipped{fill:var(--f-pending)}.s-skipped{stroke:var(--s-skipped)}
.year{fill:var(--soft)}.rule{stroke:var(--line)}
.edges path{fill:none;stroke:var(--soft);stroke-width:.8;opacity:.32}
.node{stroke:var(--paper);stroke-width:1}
.node.cited{fill:var(--accent)}.node.read{fill:var(--paper);stroke:var(--accent);stroke-width:2}.node.found{fill:var(--muted)}
.label{paint-order:stroke;stroke:var(--paper);stroke-width:3.5px;stroke-linejoin:round}
.key{white-space:nowrap}
.key::before{content:"";display:inline-block;width:.65em;height:.65em;border-radius:50%;margin-right:.35em;background:var(--muted);border:2px solid transparent;background-clip:border-box}
.key.accent::before{background:var(--accent)}.key.ring::before{background:transparent;border-color:var(--accent)}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,19rem),1fr));gap:0 2rem;align-items:start}
table{border-collapse:collapse;font-size:.82rem;line-height:1.45;width:100%;font-variant-numeric:tabular-nums}
th,td{overflow-wrap:break-word;text-align:left;vertical-align:top;padding:.42rem .7rem .42rem 0;border-bottom:1px solid var(--line)}
th{font-weight:600}thead th{color:var(--soft);font-weight:500;white-space:nowrap;border-bottom:1px solid var(--soft)}
.n{text-align:right}
.comparison{min-width:44rem}.comparison th[scope=row]{min-width:8rem}.comparison td{min-width:8rem}
.none{color:var(--soft)}
code{font:.88em/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;overflow-wrap:anywhere}
.scroll td code{display:block;min-width:14rem}
summary{cursor:pointer}
.cell>summary,.words>summary,.quotes>summary{color:inherit}
.cell>summary{list-style:none;text-decoration:underline dotted;text-underline-offset:.2em;text-decoration-color:var(--soft)}
.cell>summary::-webkit-details-marker{display:none}
.cell .passage{margin:.5rem 0 0;padding:.5rem .6rem;background:var(--tint);border-left:3px solid var(--link);min-width:16rem}
.words,.quotes{margin:.5rem 0}
.words>summary,.quotes>summary{font-size:.8rem;color:var(--soft)}
.words>:not(summary){margin-top:.5rem}
.quotes .passage{margin:.5rem 0 .5rem;padding:.1rem 0 .1rem .9rem;border-left:2px solid var(--line);font-size:.92rem}
.sides{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,16rem),1fr));gap:1rem;margin:.6rem 0 .9rem}
.side{background:var(--tint);border-top:3px solid var(--accent);padding:.8rem 1rem;border-radius:0 0 4px 4px;font-size:.95rem;line-height:1.5}
.side+.side{border-top-color:var(--link)}
.reading{padding-left:1.6rem}.reading li{margin:.6rem 0}
.reading cite,.refs cite{font-style:italic}
.who,.reading .ref{font-size:.82rem;color:var(--soft)}
.why{display:block;font-size:.84rem;color:var(--soft);line-height:1.45}
.facts{font-size:.85rem;margin:0 0 1rem}.facts div{display:grid;grid-template-columns:9.5rem minmax(0,1fr);gap:.3rem 1rem;padding:.3rem 0;border-bottom:1px solid var(--line)}.facts dt{color:var(--soft)}.facts dd{margin:0}
.flow{list-style:none;padding:0;font-size:.86rem;line-height:1.45;max-width:40rem}
.flow>li{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:0 2.2rem;align-items:stretch;margin:0;padding:0 0 1.5rem;position:relative}
.flow>li:not(:last-child)::after{content:"";position:absolute;left:calc((50% - 1.1rem)/2);bottom:.15rem;height:1.2rem;border-left:1px solid var(--soft)}
.flow>li:not(:last-child)::before{content:"";position:absolute;left:calc((50% - 1.1rem)/2 - .22rem);bottom:.15rem;width:.45rem;height:.45rem;border:solid var(--soft);border-width:0 1px 1px 0;transform:rotate(45deg)}
.stay,.leave{border:1px solid var(--line);border-radius:4px;padding:.5rem .8rem;background:var(--tint)}
.stay{border-color:var(--soft);background:var(--paper);display:flex;align-items:center;gap:.35em}.leave{align-self:center}
.leave{list-style:none;margin:0;position:relative}.leave::before{content:"";position:absolute;right:100%;top:50%;width:2.2rem;border-top:1px solid var(--soft)}
.leave li{margin:.1rem 0}
.refs{padding-left:2.1rem}.refs>li{margin:.85rem 0;line-height:1.5}.refs>li::marker{font:500 .82rem system-ui,sans-serif;color:var(--soft)}
.refs>li:target{background:var(--mark);outline:.4rem solid var(--mark)}
.id{font-size:.76rem;color:var(--soft);overflow-wrap:anywhere}
.marks{font-size:.72rem;color:var(--soft)}
.marks .mark{border:1px solid var(--line);border-radius:3px;padding:.05em .4em;white-space:nowrap;display:inline-block;line-height:1.5}
.marks .good{color:var(--good);border-color:currentColor}.marks .bad{color:var(--bad);border-color:currentColor;font-weight:600}
.digest li{margin:.6rem 0}
.end{margin-top:3rem;padding-top:1rem;border-top:1px solid var(--line);font-size:.78rem;color:var(--soft)}
@media (min-width:74rem){
.sheet{max-width:64rem;padding:4rem 0 5rem 17rem}
.contents{position:fixed;top:4.2rem;left:calc(50% - 32rem);width:13rem;margin:0;padding:0;border:0;max-height:calc(100vh - 6rem);overflow-y:auto}
.contents ul{display:block;border-left:1px solid var(--line)}
.contents a{display:block;padding:.22rem 0 .22rem .9rem}
.contents .sub{display:inline-block}
}
@media (max-width:34rem){
html{font-size:100%}h1{font-size:1.7rem}.sheet{padding:1.4rem 1.1rem 3rem}
.facts div{grid-template-columns:minmax(0,1fr);gap:0}
.flow>li{grid-template-columns:minmax(0,1fr);gap:.4rem 0}.leave{margin-left:1.6rem}.leave::before{display:none}
.flow>li:not(:last-child)::after{left:.8rem}.flow>li:not(:last-child)::before{left:calc(.8rem - .22rem)}
.evidence{margin-left:-.2rem;margin-right:-.2rem}
}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
@media print{
@page{margin:2cm 2.2cm}
:root{color-scheme:light;--paper:#fff;--ink:#000;--soft:#444;--line:#bbb;--tint:#fff;--accent:#7a2a20;--link:#000;--mark:#eee;--muted:#aaa;--f-done:#fff;--f-failed:#fff;--f-running:#fff;--f-pending:#fff}
html{font-size:10.5pt}
.sheet{display:block;max-width:none;padding:0}
.contents,.skip{display:none}
a{color:inherit}
h2,h3,h4,.of{break-after:avoid}
figure,tr,.side,.flow>li,.stay,.passage{break-inside:avoid}
.words:not([open]){display:none}.key::before{print-color-adjust:exact;-webkit-print-color-adjust:exact}
.scroll{overflow:visible}.plan svg,.citations svg{min-width:0;max-width:100%;width:100%}
.comparison{min-width:0}.comparison td,.comparison th[scope=row]{min-width:0}
.cite>summary{background:none;border:0;padding:0;margin:0;min-width:0;font-size:.8em;vertical-align:.25em;line-height:1}
.cite>summary::before{content:"["}.cite>summary::after{content:"]"}
.quotes:not([open])::details-content{content-visibility:visible;display:block;height:auto;opacity:1}
.scroll td code{min-width:0}th,td,thead th{overflow-wrap:anywhere;white-space:normal}
main>section{margin-top:1.4rem;padding-top:1rem}
}
`;
