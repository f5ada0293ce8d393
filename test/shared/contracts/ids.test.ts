import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  arxivParts,
  cleanDoi,
  executionName,
  fileNameOf,
  normaliseId,
  orderIds,
  RecordId,
  slugOf,
} from '../../../shared/contracts/ids.ts';

describe('normaliseId', () => {
  it.each([
    ['arXiv:2503.12345v2', 'arxiv:2503.12345'],
    ['2307.08691', 'arxiv:2307.08691'],
    ['https://arxiv.org/pdf/1703.10593v3.pdf', 'arxiv:1703.10593'],
    ['http://arxiv.org/abs/hep-th/9901001v1', 'arxiv:hep-th/9901001'],
    ['arxiv.org/abs/2110.02871', 'arxiv:2110.02871'],
    ['https://huggingface.co/papers/2110.02871', 'arxiv:2110.02871'],
    ['arXiv:2110.02871 [cs.LG]', 'arxiv:2110.02871'],
    ['10.48550/arXiv.2304.05376', 'arxiv:2304.05376'],
    ['https://doi.org/10.48550/ARXIV.2304.05376', 'arxiv:2304.05376'],
    ['arXiv:math.GT/0309136', 'arxiv:math.GT/0309136'],
    ['10.1/x', 'doi:10.1/x'],
    ['10.1/X', 'doi:10.1/x'],
    ['https://doi.org/10.1/X', 'doi:10.1/x'],
    ['doi:10.1/x', 'doi:10.1/x'],
    ['DOI: 10.1145/3292500.3330701', 'doi:10.1145/3292500.3330701'],
    ['doi.org/10.1145/3292500.3330701', 'doi:10.1145/3292500.3330701'],
    ['https://dl.acm.org/doi/pdf/10.5555/3491440.3491756', 'doi:10.5555/3491440.3491756'],
    ['doi:10.1016/S0019-9958(70)90409-2,', 'doi:10.1016/s0019-9958(70)90409-2'],
    ['url:https://doi.org/10.1145/1.2', 'doi:10.1145/1.2'],
    ['ACL:p03-1021', 'acl:P03-1021'],
    ['acl:2020.ACL-main.405', 'acl:2020.acl-main.405'],
    ['https://aclanthology.org/2020.acl-main.405.pdf', 'acl:2020.acl-main.405'],
    ['https://openalex.org/w4365597205', 'openalex:W4365597205'],
    ['https://api.openalex.org/works/W4365597205', 'openalex:W4365597205'],
    ['openalex:w12', 'openalex:W12'],
    [
      'https://www.semanticscholar.org/paper/Title-Words/0123456789ABCDEF0123456789abcdef01234567',
      's2:0123456789abcdef0123456789abcdef01234567',
    ],
    ['https://dblp.org/rec/conf/nips/VaswaniSPUJGKP17.html', 'dblp:conf/nips/VaswaniSPUJGKP17'],
    ['https://www.rfc-editor.org/rfc/rfc9110', 'rfc:9110'],
    ['rfc:RFC9110', 'rfc:9110'],
    ['HTTP://Example.ORG/Path/?utm_source=x&b=2#top', 'url:https://example.org/Path/?b=2'],
    ['https://example.org/', 'url:https://example.org'],
    ['gh:owner/repo#12', 'gh:owner/repo#12'],
    ['lib:0A1B2C3D4E', 'lib:0a1b2c3d4e'],
  ])('%s becomes %s', (raw, id) => {
    expect(normaliseId(raw)).toBe(id);
  });

  it.each(['', '  ', 'arxiv:banana', 'attention is all you need', 'foo:bar', 'doi:nothing', 'ftp://x/y'])(
    '%j is no id',
    (raw) => {
      expect(normaliseId(raw)).toBeNull();
    },
  );

  it('is idempotent and gives schema-valid ids, whatever the text', () => {
    const raw = fc.oneof(
      fc.string(),
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc
        .tuple(fc.constantFrom('doi:10.1234/', 'acl:', 's2:', 'url:', 'url:https://', 'arxiv:', '10.1/'), fc.string())
        .map(([a, b]) => a + b),
    );
    fc.assert(
      fc.property(raw, (text) => {
        const id = normaliseId(text);
        if (id === null) return;
        expect(RecordId.safeParse(id).success).toBe(true);
        expect(normaliseId(id)).toBe(id);
      }),
      { numRuns: 400 },
    );
  });
});

describe('cleanDoi', () => {
  it.each([
    ['(doi:10.1000/xyz123).', '10.1000/xyz123'],
    ['10.1016/S0019-9958(70)90409-2,', '10.1016/s0019-9958(70)90409-2'],
    ['see https://doi.org/10.1000%2FXYZ', '10.1000/xyz'],
    [
      '10.1002/(SICI)1097-0258(19980815/30)17:15/16<1661::AID-SIM968>3.0.CO;2-2',
      '10.1002/(sici)1097-0258(19980815/30)17:15/16<1661::aid-sim968>3.0.co;2-2',
    ],
    ['10.1000.10/123', '10.1000.10/123'],
  ])('%s holds %s', (raw, doi) => {
    expect(cleanDoi(raw)).toBe(doi);
  });

  it('finds none where there is none', () => {
    expect(cleanDoi('version 10.2/3 of the protocol')).toBeNull();
    expect(cleanDoi('10.1000/')).toBeNull();
  });
});

describe('orderIds', () => {
  it('puts the most trusted first and drops repeats', () => {
    const ids = ['lib:aa', 'openalex:W1', 'gh:a/b', 'arxiv:2001.00001', 'doi:10.1/x', 'arxiv:2001.00001'];
    expect(orderIds(ids)).toEqual(['doi:10.1/x', 'arxiv:2001.00001', 'openalex:W1', 'lib:aa', 'gh:a/b']);
  });
});

describe('names made from ids', () => {
  it('keeps the version of an arXiv id apart', () => {
    expect(arxivParts('arXiv:2503.12345v12')).toEqual({ id: '2503.12345', version: 12 });
  });

  it('gives file names without separators, distinct after replacements', () => {
    expect(fileNameOf('doi:10.1145/1.2')).toBe('doi-10.1145-1.2');
    expect(fileNameOf('doi:10.1/a<b')).not.toBe(fileNameOf('doi:10.1/a>b'));
    expect(fileNameOf(`url:https://e.org/${'x'.repeat(300)}`).length).toBeLessThanOrEqual(120);
  });

  it('makes a slug of any topic', () => {
    expect(slugOf('Überblick: Graph Neural Networks', '2026-01-02')).toBe('uberblick-graph-neural-networks-2026-01-02');
    expect(slugOf('???', '2026-01-02')).toMatch(/^topic-[0-9a-f]{6}-2026-01-02$/);
  });

  it('keeps execution names within 80 characters', () => {
    expect(executionName('x'.repeat(100), 3, 'me').length).toBeLessThanOrEqual(80);
  });
});
