import { describe, expect, test } from 'vitest';
import type { Goal } from '../../../shared/contracts/run.ts';
import { buildPlan } from '../../../shared/plan/build.ts';
import { drawSvg } from '../../../shared/plan/draw-svg.ts';
import { drawText } from '../../../shared/plan/draw-text.ts';
import { insertNodes } from '../../../shared/plan/insert.ts';
import { horizonText, planMarkdown } from '../../../shared/plan/plan-md.ts';
import { tasksOf } from '../../../shared/plan/tasks.ts';
import { draft, GOAL, plan, withStatus } from './support.ts';

const goal: Goal = {
  topic: 'how does X compare to Y?',
  topic_slug: 'how-does-x-compare-to-y-2026-04-17',
  restatement: 'Compare X and Y.',
  cs_subfield: 'db',
  question_shape: 'comparative',
  time_horizon: { from: '2021', to: '2026', rule: 'preferred' },
  depth: 'standard',
  reading: null,
  axes: [],
  subjects: ['X', 'Y'],
  sources: ['arxiv', 'library'],
  offline: false,
  language: 'en',
  seed_papers: [],
  exclude: [],
};

describe('the text tree', () => {
  test('shows every node with its needs and status', () => {
    const graph = withStatus(plan({ SQ1: [], SQ2: [], SQ3: ['SQ1', 'SQ2'] }), { SQ1: 'done', SQ2: 'running' });
    expect(drawText(graph)).toBe(
      [
        'root: "how does X compare to Y?"',
        '├── SQ1: "What is known about SQ1?" [done]',
        '├── SQ2: "What is known about SQ2?" [running]',
        '└── SQ3: "What is known about SQ3?" [depends_on: SQ1, SQ2] [pending]',
      ].join('\n'),
    );
  });

  test('keeps a question on its line', () => {
    const graph = buildPlan({ nodes: [draft('SQ1', [], 'a\n"b"'), draft('SQ2'), draft('SQ3')] }, GOAL);
    expect(drawText(graph).split('\n')[1]).toBe(`├── SQ1: "a 'b'" [pending]`);
  });
});

describe('the SVG', () => {
  test('says in words what it shows', async () => {
    const svg = await drawSvg(plan({ SQ1: [], SQ2: [], SQ3: ['SQ1'] }));
    expect(svg).toMatch(/^<svg role="img" aria-labelledby="plan-title plan-desc"/);
    expect(svg).toContain('<title id="plan-title">Research plan: how does X compare to Y?</title>');
    expect(svg).toContain('SQ3 (pending, needs SQ1): What is known about SQ3?');
    expect(svg.match(/class="edge"/g)).toHaveLength(3);
    expect(svg.match(/class="node"/g)).toHaveLength(4);
  });

  test('draws hostile questions as text', async () => {
    const evil =
      '<script>alert(1)</script> "q" \\N \\G &lt;b&gt; ]]> --> \u202eabc 注意機構の効率化に関する研究の現状と課題について説明してください何が問題か';
    const graph = buildPlan({ nodes: [draft('SQ1', [], evil), draft('SQ2'), draft('SQ3')] }, { ...GOAL, topic: evil });
    const svg = await drawSvg(graph);
    expect(svg).not.toContain('<script');
    expect(svg).not.toContain('\u202e');
    const shown = [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map((hit) => hit[1]).join(' ');
    expect(shown).toContain('\\N');
    expect(shown).toContain('&amp;lt;b&amp;gt;');
    expect(shown).toContain('注意機構');
  });

  test('is the same each time', async () => {
    const graph = plan({ SQ1: [], SQ2: ['SQ1'], SQ3: ['SQ1'] });
    expect(await drawSvg(graph)).toBe(await drawSvg(graph));
  });
});

describe('tasks', () => {
  test('one a node with its needs, then the five fixed ones in a chain', () => {
    const graph = withStatus(plan({ SQ1: [], SQ2: ['SQ1'], SQ3: [] }), { SQ1: 'done' });
    const tasks = tasksOf(graph, 'standard', 2, null);
    expect(tasks.map((task) => [task.id, task.status, task.blocked_by])).toEqual([
      ['SQ1', 'done', []],
      ['SQ2', 'pending', ['SQ1']],
      ['SQ3', 'pending', []],
      ['discover', 'running', ['SQ1', 'SQ2', 'SQ3']],
      ['dedup', 'pending', ['discover']],
      ['deep-read', 'pending', ['dedup']],
      ['critique', 'pending', ['deep-read']],
      ['synthesize', 'pending', ['critique']],
    ]);
  });

  test('quick leaves reading, critique and synthesis out', () => {
    const tasks = tasksOf(plan({ SQ1: [], SQ2: [], SQ3: [] }), 'quick', 9, null);
    expect(tasks.slice(3).map((task) => task.status)).toEqual(['done', 'done', 'skipped', 'skipped', 'skipped']);
  });

  test('a run stopped among the readers has neither read all nor been criticised, but it is written up', () => {
    const tasks = tasksOf(plan({ SQ1: [], SQ2: [], SQ3: [] }), 'standard', 9, 4);
    expect(tasks.slice(3).map((task) => task.status)).toEqual(['done', 'done', 'skipped', 'skipped', 'done']);
  });
});

describe('plan.md', () => {
  const base = { goal, generated: '2026-04-17T09:00:00.000Z', coverage: {}, missing: [], stage: 2, stopped: null };

  test('follows the skeleton', () => {
    const graph = buildPlan({ nodes: [draft('SQ1'), draft('SQ2'), draft('SQ3', ['SQ1'])] }, GOAL, () => [
      'github',
      'web',
    ]);
    const text = planMarkdown({
      ...base,
      graph,
      revisions: [],
      coverage: { SQ1: { papers: 4, community: 2, findings: ['findings/web-SQ1-abc123.md'] } },
    });
    expect(text).toContain(
      [
        '# Research Plan: how does X compare to Y?',
        'Generated: 2026-04-17T09:00:00.000Z',
        'Goal: Compare X and Y.',
        'Question shape: comparative',
        'CS subfield: db',
        'Time horizon: 2021 to 2026 (preferred)',
        'Depth: standard',
        '',
        '## Sub-questions',
        '',
        '### SQ1: What is known about SQ1?',
        '- Sources: github, web',
        '- Status: pending',
        '- Coverage: 4 papers, 2 community',
        '- Findings: findings/web-SQ1-abc123.md',
      ].join('\n'),
    );
    expect(text).toContain('- Coverage: 0 papers, 0 community\n- Findings: (none yet)\n- Depends on: SQ1');
    expect(text).toContain('└── SQ3:');
    expect(text).toContain('- [ ] synthesize: Write and verify the synthesis [pending] (blocked by critique)');
  });

  test('a revision is a block of its own with what it added', () => {
    const graph = insertNodes(plan({ SQ1: [], SQ2: [], SQ3: [] }), [draft('SQ4', ['SQ1'])], 1);
    const text = planMarkdown({
      ...base,
      graph,
      missing: ['cost of operation'],
      revisions: [
        {
          number: 1,
          ts: '2026-04-17T10:00:00.000Z',
          decision: 'widen',
          trigger: 'missing_perspective',
          added: ['SQ4'],
          removed: [],
          reason: 'cost was missing',
        },
      ],
    });
    expect(text).toContain(
      '## Revision 1 (2026-04-17T10:00:00.000Z)\nTrigger: missing_perspective\nAdded: SQ4\nRemoved: (none)\nReason: cost was missing\n\n### SQ4:',
    );
    expect(text.indexOf('### SQ4:')).toBeGreaterThan(text.indexOf('## Revision 1'));
    expect(text).toContain('## Missing perspectives\n\n- cost of operation');
  });

  test('writes the horizon out', () => {
    expect(horizonText({ from: null, to: null, rule: 'preferred' })).toBe('unbounded');
    expect(horizonText({ from: '2025-05', to: '2026-11', rule: 'hard_live' })).toBe(
      '2025-05 to 2026-11 (hard for live sources)',
    );
    expect(horizonText({ from: '2000', to: null, rule: 'hard' })).toBe('2000 to today (hard)');
  });
});
