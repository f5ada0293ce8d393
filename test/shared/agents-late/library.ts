import { createHash } from 'node:crypto';
import type { ReadPaper, SynthesizeInput } from '../../../shared/agents/inputs.ts';
import { readPaper } from '../../../shared/agents/reader/extract.ts';
import { piecewiseCalibration } from '../../../shared/collate/embed/calibration.ts';
import type { Embedder } from '../../../shared/collate/embed/port.ts';
import type { PlanGraph, PlanNode } from '../../../shared/contracts/plan.ts';
import { blankRecord, type PaperRecord } from '../../../shared/contracts/record.ts';
import type { Goal } from '../../../shared/contracts/run.ts';
import type { StoredText } from '../../../shared/contracts/text.ts';
import { terms } from '../../../shared/text/tokenise.ts';

/** Terms hashed into 64 dimensions: near when words are shared, and the same on every machine. */
export const embedder: Embedder = {
  id: 'test/terms-64',
  dimensions: 64,
  // Shared words alone reach half of what meaning reaches in a trained model.
  calibration: piecewiseCalibration([
    { raw: 0.05, seed: 0.55 },
    { raw: 0.5, seed: 0.92 },
  ]),
  embed: (texts) => Promise.resolve(texts.map(vectorOf)),
};

function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(64);
  for (const term of terms(text)) {
    const hash = createHash('md5').update(term).digest();
    for (let k = 0; k < 3; k++) vector[hash[k]! % 64]! += hash[k + 3]! & 1 ? 1 : -1;
  }
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((x) => x / length);
}

export const TOPIC = 'cache eviction for web proxies';

export const GOAL: Goal = {
  topic: TOPIC,
  topic_slug: 'cache-eviction-for-web-proxies-2026-11-30',
  restatement: `What is known about ${TOPIC}?`,
  cs_subfield: 'systems',
  question_shape: 'survey',
  time_horizon: { from: null, to: null, rule: 'preferred' },
  depth: 'standard',
  reading: null,
  axes: [],
  subjects: [],
  sources: ['library'],
  offline: true,
  language: 'en',
  seed_papers: [],
  exclude: [],
};

export function node(id: string, question: string, kind: PlanNode['kind'], over: Partial<PlanNode> = {}): PlanNode {
  return {
    id,
    question,
    rationale: '',
    kind,
    depends_on: [],
    status: 'done',
    partial: false,
    assigned_subtask_id: null,
    answer_summary: null,
    answer_evidence: null,
    reason: null,
    revision: 0,
    sources: ['library'],
    ...over,
  };
}

export const NODES: readonly PlanNode[] = [
  node('SQ1', 'Which eviction algorithms do web proxies use, and how do they work?', 'mechanism'),
  node('SQ2', 'Which hit ratios and latencies were measured?', 'comparative'),
  node('SQ3', 'What limitations and open problems remain?', 'open-problems'),
];

export function planOf(nodes: readonly PlanNode[] = NODES): PlanGraph {
  const root = node('root', TOPIC, 'theoretical', { depends_on: nodes.map((n) => n.id), status: 'pending' });
  return { root_id: 'root', status: 'executing', nodes: [...nodes, root] };
}

export interface Work {
  readonly id: string;
  readonly title: string;
  readonly authors: readonly string[];
  readonly year: number;
  readonly abstract: string;
  readonly sections?: readonly (readonly [string, string])[];
  readonly cites?: readonly string[];
}

/** Papers made up for these tests. */
export const WORKS: readonly Work[] = [
  {
    id: 'doi:10.1000/slru',
    title: 'Segmented Recency for Proxy Caches',
    authors: ['Ada Quist', 'Bo Reyes'],
    year: 1999,
    abstract:
      'Web proxies lose hits when a scan of cold objects flushes the popular ones. We present a segmented recency algorithm that keeps objects on probation until a second request arrives. Trace experiments show that the hit ratio rises from 31.5% to 38.2% at a cache size of 2 GB.',
    sections: [
      [
        '1 Introduction',
        'Proxies sit between clients and servers. Recency lists are simple to build. However, current recency lists cannot tell popular objects from a scan.',
      ],
      [
        '2 The Algorithm',
        'Our algorithm consists of two recency lists, one for objects on probation and one for protected objects. An object moves to the protected list when it is requested again. Figure 3 shows the two lists in detail.',
      ],
      [
        '3 Experiments',
        'We evaluate the algorithm on a trace of 12 million requests from a university proxy. The baseline is a plain recency list of the same size. The segmented recency algorithm improves the byte hit ratio by 6.7 points over the baseline. Smith, J. and Doe, A. In Proceedings of the Web Conference, pp. 1-12.',
      ],
      [
        '4 Conclusions',
        'We have shown that probation protects popular objects from scans. Our algorithm does not consider the size of objects. In future work we plan to adapt the size of the probation list to the workload.',
      ],
      [
        'Acknowledgments',
        'We would like to thank the operators of the university proxy for their traces and patience.',
      ],
    ],
  },
  {
    id: 'doi:10.1000/sized',
    title: 'SizeWise: Admission by Object Size',
    authors: ['Chi Tran', 'Dana Urban', 'Eli Voss'],
    year: 2011,
    cites: ['doi:10.1000/slru'],
    abstract:
      'Objects of a content delivery network differ in size by six orders of magnitude. SizeWise admits an object with a probability that falls with its size. On production traces the segmented recency algorithm is worse than SizeWise, whose object hit ratio reaches 62.4%. A drawback is that large popular objects may never be admitted.',
  },
  {
    id: 'arxiv:2101.00010',
    title: 'Learned Eviction in Practice',
    authors: ['Fay Wolf'],
    year: 2021,
    cites: ['doi:10.1000/slru', 'doi:10.1000/sized'],
    abstract:
      'This paper trains a small model that predicts the next request of every cached object. Unlike SizeWise, the learned eviction policy needs no tuning by hand. It improves the object hit ratio by 4.1 points on three production traces and adds 0.3 ms of latency per miss. The model cannot follow sudden changes of popularity, and training it takes 40 minutes per day.',
  },
  {
    id: 'doi:10.1000/clock',
    title: 'A Clock for Flash Caches',
    authors: ['Gus Xu', 'Hal Young'],
    year: 2015,
    cites: ['doi:10.1000/slru'],
    abstract:
      'Flash caches wear out when eviction rewrites pages. We propose a clock algorithm for flash caches that evicts whole blocks. The clock algorithm reduces write amplification by 45% while the object hit ratio falls by 0.8 points. Its behaviour on mixed workloads remains unclear.',
  },
];

export function recordOf(work: Work): PaperRecord {
  return {
    ...blankRecord(work.id, 'library'),
    title: work.title,
    authors: [...work.authors],
    year: work.year,
    abstract: work.abstract,
    url: `https://example.org/${encodeURIComponent(work.id)}`,
    cites: [...(work.cites ?? [])],
    venue: work.id.startsWith('arxiv:') ? null : 'Journal of Proxies',
  };
}

export function textOf(work: Work): StoredText {
  let text = '';
  const sections: StoredText['sections'] = [];
  for (const [title, body] of [['Abstract', work.abstract] as const, ...(work.sections ?? [])]) {
    text += `${title}\n\n`;
    sections.push({ title, start: text.length, end: text.length + body.length });
    text += `${body}\n\n`;
  }
  const full = work.sections !== undefined;
  return {
    id: work.id,
    title: work.title,
    access: full ? 'full' : 'abstract',
    origin: full ? 'library' : 'abstract',
    url: null,
    sha256: createHash('sha256')
      .update(full ? text : work.abstract)
      .digest('hex'),
    text: full ? text : work.abstract,
    sections: full ? sections : [],
    truncated: false,
    notes: [],
  };
}

export async function read(work: Work, nodes: readonly PlanNode[] = NODES): Promise<ReadPaper> {
  const text = textOf(work);
  return { text, note: await readPaper({ goal: GOAL, paper: recordOf(work), text, nodes }, { embedder }) };
}

export const readAll = (works: readonly Work[] = WORKS): Promise<ReadPaper[]> =>
  Promise.all(works.map((work) => read(work)));

export function synthesisInput(papers: readonly ReadPaper[], over: Partial<SynthesizeInput> = {}): SynthesizeInput {
  return {
    goal: GOAL,
    plan: planOf(),
    papers,
    records: WORKS.map(recordOf),
    posts: [],
    contradictions: { items: [], notes: [] },
    domain: { clusters: [], missing_perspectives: [], proposed_sub_questions: [], under_read: [], notes: [] },
    methodology: { papers: [], notes: [] },
    coverage: {},
    ranking: papers.map(({ note }, at) => ({ id: note.id, score: 1 - at / 10, sq: ['SQ1', 'SQ2', 'SQ3'] })),
    partial: null,
    problems: [],
    ...over,
  };
}
