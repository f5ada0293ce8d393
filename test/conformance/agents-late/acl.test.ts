import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { judgeContradictions } from '../../../shared/agents/contradictions/judge.ts';
import { reviewMethodology } from '../../../shared/agents/methodology/review.ts';
import { readPaper } from '../../../shared/agents/reader/extract.ts';
import { writeSynthesis } from '../../../shared/agents/synthesize/extract.ts';
import { findCandidates } from '../../../shared/evidence/contradictions.ts';
import { verifySynthesis } from '../../../shared/evidence/verify.ts';
import { terms } from '../../../shared/text/tokenise.ts';
import {
  embedder,
  GOAL,
  NODES,
  planOf,
  recordOf,
  synthesisInput,
  textOf,
  type Work,
} from '../../shared/agents-late/library.ts';

const FILE = resolve(process.env.PLUMBLINE_SHARED ?? '../shared', 'data/corpus/acl-978-full.jsonl.gz');
const missing = !existsSync(FILE);
if (missing) console.log(`skipped: ${FILE} is not there`);

interface Line {
  readonly id: string;
  readonly title: string;
  readonly authors: string[];
  readonly year: number;
  readonly abstract?: string;
  readonly references: string[];
  readonly sections?: { readonly title: string; readonly text: string }[];
}

function works(topic: string, most: number): Work[] {
  const lines = gunzipSync(readFileSync(FILE))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  const wanted = new Set(terms(topic));
  const score = (line: Line) =>
    terms(`${line.title} ${line.title} ${(line.abstract ?? '').slice(0, 2000)}`).filter((t) => wanted.has(t)).length;
  return lines
    .filter((line) => (line.abstract ?? '').length > 200)
    .sort((a, b) => score(b) - score(a) || (a.id < b.id ? -1 : 1))
    .slice(0, most)
    .map((line) => ({
      ...line,
      abstract: line.abstract!,
      cites: line.references,
      sections: (line.sections ?? []).map((s) => [s.title, s.text] as const),
    }));
}

describe.skipIf(missing)('on real papers with torn full texts', () => {
  it.each(['word reordering in statistical machine translation', 'part of speech tagging', 'coreference resolution'])(
    '%s: everything cited is supported, every quotation verbatim',
    async (topic) => {
      const goal = { ...GOAL, topic };
      const papers = await Promise.all(
        works(topic, 10).map(async (work) => ({
          text: textOf(work),
          note: await readPaper({ goal, paper: recordOf(work), text: textOf(work), nodes: NODES }, { embedder }),
        })),
      );
      for (const { note, text } of papers) {
        for (const { anchor } of note.claims) expect(text.text.slice(anchor.start, anchor.end)).toBe(anchor.quote);
      }
      const candidates = await findCandidates(papers, embedder);
      const contradictions = judgeContradictions({ goal, plan: planOf(), papers, candidates });
      const records = works(topic, 10).map(recordOf);
      const input = synthesisInput(papers, {
        goal,
        records,
        contradictions,
        methodology: reviewMethodology({ goal, papers }),
      });
      const synthesis = await writeSynthesis(input, { embedder });
      const checked = verifySynthesis(
        synthesis,
        new Map(papers.map((p) => [p.note.id, p.text])),
        new Map(records.map((r) => [r.id, r])),
        { contradictions: contradictions.items.map((c) => c.id) },
      );
      expect(checked.counts).toMatchObject({
        unknown_citations: 0,
        dropped_quotes: 0,
        dropped_cells: 0,
        contradictions_missing: 0,
      });
      expect(checked.counts.unsupported).toBeLessThanOrEqual(1);
      expect(checked.counts.cited).toBeGreaterThan(15);
    },
  );
});
