import type { Synthesis } from '../../contracts/synthesis.ts';
import { headingOf } from '../decompose/headings.ts';
import { AnswerRejected } from '../errors.ts';
import type { SynthesizeInput } from '../inputs.ts';
import { noteBlock } from '../reader/note-block.ts';
import type { DocumentBlock, Role } from '../role.ts';
import { BRIEF_WEIGHT, taskBlock } from '../task-block.ts';
import { Closer } from './closed.ts';
import { referencesOf, writeSynthesis } from './extract.ts';
import { SYNTHESIS_INSTRUCTION, SYNTHESIS_SYSTEM } from './prompt.ts';
import { writeReadingList } from './reading-list.ts';
import { readSources } from './sources.ts';
import { SimplerSynthesisWire, SynthesisWire } from './wire.ts';

export const synthesizeRole: Role<SynthesizeInput, SynthesisWire, Synthesis> = {
  name: 'synthesize',
  tier: 'best',
  wire: SynthesisWire,
  simpler: SimplerSynthesisWire,
  prompt: (input) => ({
    system: SYNTHESIS_SYSTEM,
    documents: documents(input),
    instruction: SYNTHESIS_INSTRUCTION,
    maxTokens: 16_000,
  }),
  accept(answer, input) {
    const closer = new Closer(input);
    const nodes = input.plan.nodes.filter((node) => node.id !== input.plan.root_id);
    const known = new Map(nodes.map((node) => [node.id, node]));
    const wanted = input.contradictions.items.map((item) => item.id);
    const tensions = (answer.tensions ?? [])
      .filter((t) => wanted.includes(t.id.trim()))
      .map((t) => ({ id: t.id.trim(), sentences: closer.sentences(t.sentences) }))
      .filter((t) => t.sentences.length > 0);
    const missing = wanted.filter((id) => !tensions.some((t) => t.id === id));
    const body = closer.sentences(answer.answer);
    if (body.length === 0)
      throw new AnswerRejected('The answer is empty: write 3 to 6 sentences that answer the topic from the blocks.');
    if (missing.length > 0)
      throw new AnswerRejected(
        `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not discussed: give each contradiction an entry in tensions under its id.`,
      );
    const sections = nodes.flatMap((node) => {
      const given = (answer.sections ?? []).find((s) => s.sq.trim() === node.id);
      const paragraphs = (given?.paragraphs ?? [])
        .map((p) => closer.sentences(p.sentences))
        .filter((p) => p.length > 0);
      return paragraphs.length === 0 ? [] : [{ sq: node.id, heading: headingOf(node.question), paragraphs }];
    });
    const sources = readSources(input);
    const listed = (answer.reading_list ?? []).flatMap((item) => {
      const paper = closer.idOf(item.paper);
      return paper === null || item.reason.trim() === '' ? [] : [{ paper, reason: item.reason.trim() }];
    });
    const synthesis = {
      topic: input.goal.topic,
      writer: 'model',
      partial: input.partial,
      answer: body,
      top_findings: closer.sentences(answer.top_findings).slice(0, 3),
      unanswered: [
        ...(answer.unanswered ?? [])
          .filter((u) => u.text.trim() !== '')
          .map((u) => ({ sq: u.sq !== null && known.has(u.sq.trim()) ? u.sq.trim() : null, text: u.text.trim() })),
        ...nodes
          .filter((n) => n.status === 'failed' || n.status === 'skipped')
          .map((n) => ({
            sq: n.id,
            text: `${n.question} It ${n.status === 'failed' ? 'failed' : 'was skipped'}: ${n.reason ?? 'no reason was recorded'}.`,
          })),
      ],
      sections,
      table: sources
        .filter((s) => Object.values(s.note!.table).some((cell) => cell !== null))
        .map((s) => ({ paper: s.id, ...s.note!.table })),
      tensions: wanted.flatMap((id) => tensions.filter((t) => t.id === id).slice(0, 1)),
      gaps: closer.sentences(answer.gaps),
      reading_list: listed.length > 0 ? listed.slice(0, 10) : writeReadingList(input, sources),
    };
    return { ...synthesis, references: referencesOf(synthesis) };
  },
  extract: writeSynthesis,
};

/** The papers by their rank, then the analyses: what is packed first when a window is short is what the answer rests on. */
function documents(input: SynthesizeInput): DocumentBlock[] {
  const rank = new Map(input.ranking.map((r) => [r.id, r.score]));
  const strength = new Map(input.methodology.papers.map((p) => [p.id, p.strength]));
  const papers = input.papers.map((paper) => {
    const bonus = { strong: 0.2, moderate: 0.1, weak: 0 }[strength.get(paper.note.id) ?? 'weak'];
    return noteBlock(paper, (rank.get(paper.note.id) ?? 0) + bonus + (paper.note.access === 'full' ? 0.1 : 0));
  });
  const tensions = input.contradictions.items.map(
    (c) =>
      `${c.id} (${c.kind}${c.under_evidenced ? ', under-evidenced' : ''}): ${c.claim}\n  ${c.a.paper}: "${flat(c.a.anchor.quote)}"\n  ${c.b.paper}: "${flat(c.b.anchor.quote)}"\n  ${c.explanation}`,
  );
  const reviews = input.methodology.papers.map((p) => `${p.id}: ${p.strength}. ${p.remark}`);
  const missing = input.domain.missing_perspectives.map((m) => `${m.name}: ${m.why}`);
  const posts = input.posts.slice(0, 20).map((p) => `${p.id} (${p.site}): ${p.title}: ${flat(p.text).slice(0, 400)}`);
  const extra: [string, string, string[]][] = [
    ['contradictions', 'Contradictions to discuss', tensions],
    ['methodology', 'How well each paper supports its claims', reviews],
    ['domain', 'Perspectives that are missing', missing],
    ['posts', 'What practitioners write (background, not citable)', posts],
  ];
  return [
    taskBlock(input.goal, brief(input)),
    ...problems(input),
    ...papers,
    ...extra
      .filter(([, , lines]) => lines.length > 0)
      .map(([id, title, lines]) => ({ id, title, text: lines.join('\n'), weight: id === 'posts' ? 0.2 : 2 })),
  ];
}

function brief(input: SynthesizeInput): string[] {
  const nodes = input.plan.nodes
    .filter((node) => node.id !== input.plan.root_id)
    .map((node) => `${node.id} (${node.status}${node.reason === null ? '' : `: ${node.reason}`}): ${node.question}`);
  return [
    `Understood as: ${input.goal.restatement}`,
    `Language: ${input.goal.language}`,
    'Sub-questions:',
    ...nodes,
    ...(input.partial === null
      ? []
      : [`The run stopped early (${input.partial.reason}). Left undone: ${input.partial.undone.join('; ')}`]),
  ];
}

/** What was wrong with the first draft: it names sentences of it, and so may hold words of the papers. */
function problems(input: SynthesizeInput): DocumentBlock[] {
  if (input.problems.length === 0) return [];
  const text = input.problems.map((p) => `- ${p}`).join('\n');
  return [{ id: 'problems', title: 'What verification found wrong with the first draft', text, weight: BRIEF_WEIGHT }];
}

function flat(text: string): string {
  return text.replace(/\s+/g, ' ');
}
