import fc from 'fast-check';
import { blankRecord, type PaperRecord } from '../../../shared/contracts/record.ts';

export function record(id: string, over: Partial<PaperRecord> = {}): PaperRecord {
  return { ...blankRecord(id, 'library'), title: `Title of ${id}`, ...over };
}

const HOSTILE = [
  '{', '}', '{{', '}}', '\\', '\\\\', '\n', '\r\n', '\t', '$', '$$', '%', '#', '&', '&amp;', '&lt;', '&#125;', '_', '^', '~',
  '--', '---', "''", '``', '?`', '!`', '"', '@article{x,', '\nER  - \r\nTY  - JOUR', '}\n\n@misc{evil, title={', 'TI  - x',
  '\u202e', '\u200b', '\u0000', '\ud800', 'é', 'e\u0301', 'ß', 'Ł', '中文', '😀', '<script>alert(1)</script>', '<i>', ' and ', ', ',
  'R&amp;D', 'R\\&D', 'BLEU', 'FlashAttention', '\\input{/etc/passwd}', '\\write18', '\\end', '%\n', '(', ')', '[', ']', '=', '|', "'",
]; // biome-ignore format: a table

/** Text as sources really send it, with everything that means something to a writer or a reader of bibliographies. */
export const hostileText = fc
  .array(
    fc.oneof(
      { arbitrary: fc.constantFrom(...HOSTILE), weight: 3 },
      fc.string({ unit: 'grapheme', maxLength: 6 }),
      fc.lorem({ maxCount: 2 }),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => parts.join(''));

const name = fc.oneof(
  hostileText,
  fc.constantFrom(
    'Tri Dao',
    'Dao, Tri',
    'Ludwig van Beethoven',
    'King, Jr., Martin',
    'OpenAI',
    'Procter & Gamble',
    '李伟',
    'et al.',
    'Wei Wang 0001',
    '',
  ),
);

/** Records with hostile values in every field; ids are unique. */
export const hostileRecords = fc
  .uniqueArray(fc.integer({ min: 0, max: 0xffffff }), { minLength: 1, maxLength: 5 })
  .chain((numbers) =>
    fc.tuple(
      ...numbers.map((n) =>
        fc
          .record({
            scheme: fc.constantFrom('lib', 'arxiv', 'doi', 'acl', 'url', 'rfc'),
            title: hostileText,
            authors: fc.array(name, { maxLength: 4 }),
            year: fc.constantFrom(null, 0, -1, 2021, 1999, 12345),
            date: fc.constantFrom(null, '2021', '2021-04', '2021-04-11', '0000-00-00', 'soon'),
            venue: fc.oneof(
              fc.constant(null),
              hostileText,
              fc.constantFrom('Journal of X', 'ICLR 2020', 'arXiv preprint'),
            ),
            url: fc.oneof(
              fc.constant(null),
              fc.webUrl(),
              fc.constantFrom('javascript:alert(1)', 'https://e.org/{x}?a={b}#\\c'),
            ),
          })
          .map(({ scheme, ...rest }) => record(idOf(scheme, n), rest)),
      ),
    ),
  );

function idOf(scheme: string, n: number): string {
  const hex = n.toString(16).padStart(10, '0');
  const values: Record<string, string> = {
    lib: hex,
    arxiv: `2101.${String(n % 100000).padStart(5, '0')}`,
    doi: `10.1234/a_b{${hex}}`,
    acl: `P03-${hex}`,
    url: `https://e.org/${hex}_%7B`,
    rfc: String(n),
  };
  return `${scheme}:${values[scheme]}`;
}
