import fc from 'fast-check';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { describe, expect, it } from 'vitest';
import { code, inertJson, link, md, oneLine, safeUrl } from '../../../shared/present/escape.ts';
import { HOSTILE } from './sample.ts';

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly Node[];
}

function nodes(markdown: string): Node[] {
  const walk = (node: Node): Node[] => [node, ...(node.children ?? []).flatMap(walk)];
  return walk(unified().use(remarkParse).use(remarkGfm).parse(markdown) as unknown as Node);
}

const nasty = fc
  .array(
    fc.constantFrom(
      'a',
      ' ',
      '*',
      '_',
      '`',
      '[',
      ']',
      '(',
      ')',
      '<',
      '>',
      '!',
      '#',
      '~',
      '|',
      '\\',
      '&',
      ';',
      ':',
      '-',
      '+',
      '1',
      '.',
      'x',
      '^',
      '"',
      '$',
      '=',
      'amp',
      '&lt;',
      'b>',
      '\n',
      '\t',
    ),
    { maxLength: 24 },
  )
  .map((parts) => parts.join(''));

describe('text from outside', () => {
  it('is nothing but text for a Markdown reader, and the same text', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const found = nodes(`Before ${md(text)} after`);
        expect(found.map((n) => n.type).filter((t) => !['root', 'paragraph', 'text'].includes(t))).toEqual([]);
        expect(found.map((n) => n.value ?? '').join('')).toBe(`Before ${oneLine(text)} after`);
      }),
      { numRuns: 800 },
    );
  });

  it('stays text at the beginning of a line too', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const bad = nodes(md(text))
          .map((n) => n.type)
          .filter((t) => !['root', 'paragraph', 'text'].includes(t));
        expect(bad).toEqual([]);
      }),
      { numRuns: 800 },
    );
  });

  it('loses what cannot be seen and cannot become a tag or a link', () => {
    const safe = md(HOSTILE);
    expect(safe).not.toMatch(/<|\u202e|\u200b/);
    expect(nodes(safe).some((n) => ['link', 'image', 'html', 'strong'].includes(n.type))).toBe(false);
  });

  it('keeps plain prose as it is, so that a quotation can be found again', () => {
    const prose = 'It improves BLEU from 25.2% to 26.8% (Koehn et al., 2003); snake_case, C++ & R&D cost $5.';
    expect(md(prose)).toBe(prose);
  });
});

describe('code, links and data', () => {
  it('fences any run of backticks', () => {
    expect(nodes(code('a `` b ` c')).find((n) => n.type === 'inlineCode')?.value).toBe('a `` b ` c');
  });

  it('links only to web addresses without credentials', () => {
    expect(safeUrl('javascript:alert(1)')).toBeNull();
    expect(safeUrl('https://user:pw@example.org/')).toBeNull();
    expect(link('https://example.org/a_(b)')).toBe('<https://example.org/a_%28b%29>');
    expect(link('data:text/html,x')).not.toContain('<');
  });

  it('writes data that reads back the same and cannot close its fence', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const json = inertJson({ text });
        expect(JSON.parse(json)).toEqual({ text });
        expect(json).not.toMatch(/[<`\u200b-\u200f\u202a-\u202e]/);
      }),
    );
  });
});
