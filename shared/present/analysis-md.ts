import type * as z from 'zod';
import type { Side } from '../contracts/analysis.ts';
import { Contradictions, DomainMap, MethodologyReview } from '../contracts/analysis.ts';
import { cell, inertJson, md } from './escape.ts';
import { readFence } from './frontmatter.ts';
import { shortName } from './names.ts';
import type { Work } from './reference.ts';

type Works = ReadonlyMap<string, Work>;
const DATA = '## Data';

/** `analysis/domain-map.md`: clusters, missing perspectives, the proposed sub-questions, what deserves a read. */
export function renderDomainMapMd(map: DomainMap, works: Works): string {
  const missing = map.missing_perspectives.map((m) => {
    const after = m.depends_on.length > 0 ? `, after ${m.depends_on.join(' and ')}` : '';
    return `- **${md(m.name)}**${m.critical ? ' (critical)' : ''}: ${md(m.why)} Proposed: ${md(m.question)} (${m.kind}${after})`;
  });
  const clusters = map.clusters.map((c) => `- **${md(c.label)}**: ${c.papers.map((id) => name(id, works)).join('; ')}`);
  return file('# Domain map', map, [
    ['## Clusters', clusters],
    ['## Missing perspectives', missing],
    ['## Proposed sub-questions', map.proposed_sub_questions.map((q) => `- ${md(q)}`)],
    ['## Under-read papers', map.under_read.map((id) => `- ${name(id, works)}`)],
    ['## Notes', map.notes.map((note) => `- ${md(note)}`)],
  ]);
}

/** `analysis/methodology-review.md`: one rubric a paper, each mark with the sentence it rests on. */
export function renderMethodologyReviewMd(review: MethodologyReview, works: Works): string {
  const papers = review.papers.map((paper): [string, string[]] => [
    `## ${name(paper.id, works)}: ${paper.strength}`,
    [
      md(paper.remark),
      '',
      '| criterion | met | evidence |',
      '|---|---|---|',
      ...paper.marks.map(
        (mark) =>
          `| ${mark.criterion} | ${mark.met} | ${mark.anchor === null ? '–' : `“${cell(mark.anchor.quote)}”`} |`,
      ),
    ],
  ]);
  return file('# Methodology review', review, [...papers, ['## Notes', review.notes.map((note) => `- ${md(note)}`)]]);
}

/** `analysis/contradictions.md`: one `## C{n}` entry a contradiction, both quotes, conditions. */
export function renderContradictionsMd(contradictions: Contradictions, works: Works): string {
  const entries = contradictions.items.map((c): [string, string[]] => [
    `## ${c.id}`,
    [
      `**${md(c.claim)}** (${c.kind}${c.sq.length > 0 ? `; ${c.sq.join(', ')}` : ''}${c.under_evidenced ? '; under-evidenced' : ''})`,
      '',
      `- ${side(c.a, works)}`,
      `- ${side(c.b, works)}`,
      '',
      md(c.explanation),
      ...(c.conditions === null ? [] : ['', `Conditions: ${md(c.conditions)}`]),
    ],
  ]);
  const none = entries.length === 0 ? ['No contradiction was found between the papers read.'] : [];
  const notes = [...none, ...contradictions.notes.map((note) => `- ${md(note)}`)];
  return file('# Contradictions', contradictions, [...entries, ['## Notes', notes]]);
}

/** @throws {ArtefactInvalid} when the file is torn or does not fit the schema */
export function parseDomainMapMd(text: string, path = 'domain map'): DomainMap {
  return parse(text, path, DomainMap);
}

/** @throws {ArtefactInvalid} when the file is torn or does not fit the schema */
export function parseMethodologyReviewMd(text: string, path = 'methodology review'): MethodologyReview {
  return parse(text, path, MethodologyReview);
}

/** @throws {ArtefactInvalid} when the file is torn or does not fit the schema */
export function parseContradictionsMd(text: string, path = 'contradictions'): Contradictions {
  return parse(text, path, Contradictions);
}

function parse<T>(text: string, path: string, schema: z.ZodType<T>): T {
  return readFence(text.replace(/\r\n/g, '\n'), DATA, path, schema);
}

function side(s: z.infer<typeof Side>, works: Works): string {
  return `${name(s.paper, works)}: “${md(s.anchor.quote)}” (${s.anchor.start}–${s.anchor.end})`;
}

function name(id: string, works: Works): string {
  const work = works.get(id);
  return work === undefined ? md(id) : `${md(shortName(work))} (${md(id)})`;
}

function file(title: string, data: unknown, parts: readonly (readonly [string, readonly string[]])[]): string {
  const text = parts.map(([heading, lines]) => `${heading}\n\n${lines.length > 0 ? lines.join('\n') : '- none'}`);
  const fence = `${DATA}\n\n\`\`\`json\n${inertJson(data)}\n\`\`\``;
  return `${[title, ...text, fence].join('\n\n')}\n`;
}
