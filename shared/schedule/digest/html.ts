import { oneLine, safeUrl } from '../../present/escape.ts';
import type { AnswerChange, Digest, DigestPaper, Tension } from './digest.ts';
import { answersTitle, authorsOf, headline, marksOf, purposeOf } from './markdown.ts';

const STYLE = `:root{color-scheme:light dark}
body{font:1rem/1.55 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem;border-bottom:1px solid #8886}h3{font-size:1rem}
li{margin:.6rem 0}.by,footer{opacity:.75}.mark{border:1px solid currentColor;border-radius:.3rem;padding:0 .3rem;font-size:.85em}
details{margin:.4rem 0}@media print{body{margin:0}details>*{display:block}}`;

/** A digest as one HTML file: no script, nothing fetched from elsewhere, everything from outside as text. */
export function digestHtml(digest: Digest): string {
  const title = `${digest.name}: digest ${digest.number}`;
  const sections = [
    section('Retracted since', digest.retracted.map(paperItem)),
    section('New papers', digest.papers.map(paperItem)),
    digest.more > 0 ? `<p>${digest.more} more new papers ranked lower; the run's own files have them.</p>` : '',
    digest.answers.length > 0 ? `<h2>${answersTitle(digest)}</h2>${digest.answers.map(answerBlock).join('')}` : '',
    section('New tensions', digest.tensions.map(tensionItem)),
  ].filter((part) => part !== '');
  const partial =
    digest.status === 'partial'
      ? `<p><strong>The run ended early</strong> (${text(digest.reason ?? 'unknown')}); more may be new than is said here.</p>`
      : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${text(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${text(title)}</h1>
<p>${text(headline(digest))}</p>
${[partial, ...sections].filter((part) => part !== '').join('\n')}
</main>
<footer><p>Topic: ${text(digest.topic)}. Run: ${text(digest.slug)}. Scheduled for <time datetime="${text(digest.time)}">${text(digest.time)}</time>.</p></footer>
</body>
</html>
`;
}

function section(title: string, items: readonly string[]): string {
  return items.length === 0 ? '' : `<h2>${title}</h2>\n<ul>${items.map((item) => `<li>${item}</li>`).join('\n')}</ul>`;
}

function paperItem(paper: DigestPaper): string {
  const url = paper.url === null ? null : safeUrl(paper.url);
  const name = `<strong>${text(paper.title)}</strong>`;
  const titled = url === null ? name : `<a href="${text(url)}" rel="noreferrer">${name}</a>`;
  const where = [authorsOf(paper), String(paper.year ?? 'undated'), ...(paper.venue === null ? [] : [paper.venue])];
  const marks = marksOf(paper).map((mark) => ` <span class="mark">${mark}</span>`);
  const purpose = purposeOf(paper);
  const why = purpose === null ? '' : `<br>For: ${text(purpose)}`;
  return `${titled}${marks.join('')}<br><span class="by">${text(where.join(', '))}. ${text(paper.id)}</span>${why}`;
}

function answerBlock(answer: AnswerChange): string {
  const now = answer.after === null ? '<p>This could not be answered any more.</p>' : `<p>${text(answer.after)}</p>`;
  const before =
    answer.before === null ? '' : `<details><summary>Before</summary><p>${text(answer.before)}</p></details>`;
  const why = answer.why.length === 0 ? '' : `<ul>${answer.why.map((line) => `<li>${text(line)}</li>`).join('')}</ul>`;
  return `<h3>${text(answer.question)}</h3>${now}${why}${before}`;
}

function tensionItem(tension: Tension): string {
  const between = tension.grounds.map(({ title }) => `“${text(title)}”`).join(' and ');
  return `<strong>${text(tension.claim)}</strong> Between ${between}. ${text(tension.explanation)}`;
}

const NAMES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text from outside, inert in an element and in a quoted attribute. */
function text(value: string): string {
  return oneLine(value).replace(/[&<>"']/g, (sign) => NAMES[sign]!);
}
