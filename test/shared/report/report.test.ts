import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { renderReport } from '../../../shared/present/report/report.ts';
import { sampleDocument } from './document.ts';
import { all, readHtml } from './read-html.ts';

const html = await renderReport(sampleDocument());
const dom = readHtml(html);

describe('the report', () => {
  it('allows nothing to be loaded, sent or run, and knows its style sheet by hash', () => {
    const policy = dom.querySelector('meta[http-equiv="Content-Security-Policy"]')!.getAttribute('content')!;
    const style = /<style>([\s\S]*?)<\/style>/.exec(html)![1]!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`);
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(all(dom, 'script, link, img, iframe, object, embed, form, input, base')).toEqual([]);
    expect(style).not.toMatch(/url\(|@import/);
  });

  it('says first what was left undone, then the answer, what could not be answered, and the rest in order', () => {
    expect(all(dom, 'main > section').map((one) => one.getAttribute('id'))).toEqual([
      'undone', 'answer', 'unanswered', 'plan', 'SQ1', 'comparison', 'tensions', 'gaps', 'reading', 'works', 'method', 'cost', 'references',
    ]); // biome-ignore format: a list
  });

  it('unfolds every citation to its passage and leads to the place in the source', () => {
    const cites = all(dom, '#answer details.cite');
    expect(
      cites.map((one) => /\d+/.exec(one.querySelector('summary')!.textContent.replace(/^.*reference /, ''))![0]),
    ).toEqual(['1', '1', '2', '1']);
    expect(cites[0]!.querySelector('mark')!.textContent).toBe('A bounded queue never blocks the reader.');
    expect(cites[0]!.querySelector('.passage')!.textContent).toContain('Queues are everywhere. A bounded queue');
    expect(cites[0]!.querySelector('.where a')!.getAttribute('href')).toBe(
      'https://arxiv.org/html/2101.00001#:~:text=A%20bounded%20queue%20never%20blocks%20the%20reader.',
    );
    expect(cites[1]!.textContent).toContain('No passage of this work was found');
  });

  it('marks what rests on little, in words as well as in letters', () => {
    expect(dom.querySelector('.legend')!.textContent).toContain('a read as abstract only');
    expect(dom.querySelector('#answer .flag')!.textContent).toBe('not supported by the cited text');
    expect(dom.querySelector('#ref-1 .marks')!.textContent).toContain('preprint');
    expect(dom.querySelector('#ref-1 .bad')!.textContent).toBe('retracted');
    expect(dom.querySelector('#ref-2 .marks')!.textContent).toContain('read as abstract only');
    expect(dom.querySelector('#ref-3 .marks')!.textContent).toContain('unchecked');
  });

  it('shows tensions side by side, failures, exact queries and the flow with its reasons', () => {
    expect(all(dom, '#C1 .side')).toHaveLength(2);
    expect(dom.querySelector('#method')!.textContent).toContain('queue AND bounded');
    expect(dom.querySelector('#method')!.textContent).toContain('arxiv for SQ2: throttled');
    expect(all(dom, '.flow .stay b').map((one) => one.textContent)).toEqual(['6', '3', '3', '2', '3']);
    expect(dom.querySelector('.flow .leave')!.textContent).toContain('1 outside the time horizon');
  });

  it('has one h1, headings that skip no level, unique ids, and links that lead somewhere', () => {
    const levels = all(dom, 'h1, h2, h3, h4').map((one) => Number(one.localName[1]));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    levels.reduce((before, level) => {
      expect(level - before).toBeLessThanOrEqual(1);
      return level;
    }, 0);
    const ids = all(dom, '[id]').map((one) => one.getAttribute('id'));
    expect(new Set(ids).size).toBe(ids.length);
    for (const link of all(dom, 'a[href^="#"]')) expect(ids).toContain(link.getAttribute('href')!.slice(1));
    for (const named of all(dom, '[aria-labelledby]')) {
      for (const id of named.getAttribute('aria-labelledby')!.split(' ')) expect(ids).toContain(id);
    }
    expect(dom.querySelector('html')!.getAttribute('lang')).toBe('en');
    expect(dom.querySelector('a.skip')!.getAttribute('href')).toBe('#main');
  });

  it('draws plan, citations, years and sources as images with words', () => {
    const images = all(dom, 'svg[role="img"]');
    expect(images.map((one) => one.querySelector('title')!.textContent)).toEqual([
      'The plan of sub-questions', 'Who cites whom', 'Works by year of publication', 'Records by source',
    ]); // biome-ignore format: a list
    for (const image of images) expect(image.querySelector('desc')!.textContent.length).toBeGreaterThan(5);
    expect(all(dom, '.citations circle')).toHaveLength(3);
    expect(all(dom, '.citations .edges path')).toHaveLength(2);
  });

  it('is the same bytes for the same document', async () => {
    expect(await renderReport(sampleDocument())).toBe(html);
  });

  it('shows costs by stage, role and model, and times only when they were measured', async () => {
    const line = { name: '7', calls: 2, input: 100, output: 20, cacheWrite: 0, cacheRead: 5, tokens: 125, cost: 0.012 };
    const costs = {
      byStage: [line],
      byRole: [{ ...line, name: 'synthesizer' }],
      byModel: [{ ...line, name: 'claude-x' }],
      total: line,
      pricesOf: '2026-11-01',
    };
    const page = readHtml(await renderReport({ ...sampleDocument(), costs, times: [{ stage: 2, seconds: 1.25 }] }));
    expect(page.querySelector('#cost')!.textContent).toMatch(/7 synthesis.*synthesizer.*claude-x/);
    expect(page.querySelector('#cost')!.textContent).toContain('$0.0120');
    expect(page.querySelector('#timing')!.textContent).toContain('Not deterministic');
    expect(dom.querySelector('#timing')).toBeNull();
  });

  it('shows the digest of a quick run, without concluding anything', async () => {
    const digest =
      '# T\n\nIntro.\n\n## SQ1: What?\n\n### arxiv\n\n- **Title** <https://example.org/1>\n\n## Methodology\n\nhidden\n';
    const page = readHtml(await renderReport({ ...sampleDocument(), synthesis: null, digest }));
    expect(all(page, 'main > section').map((one) => one.getAttribute('id'))).toEqual([
      'digest',
      'plan',
      'works',
      'method',
      'cost',
    ]);
    expect(page.querySelector('#digest')!.textContent).toContain('SQ1: What?');
    expect(page.querySelector('#digest')!.textContent).not.toContain('hidden');
    expect(page.querySelector('#digest a')!.getAttribute('href')).toBe('https://example.org/1');
  });
});
