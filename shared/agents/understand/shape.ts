import type { Shape } from '../../contracts/enums.ts';
import { parseComparison } from './comparison.ts';

interface Cue {
  readonly shape: Shape;
  readonly weight: number;
  readonly pattern: RegExp;
}

const TEAMS =
  /\bhow (?:do|does|did|can|should) (?:(?:real|most|big|modern|large|small|successful|professional|software|engineering|tech|the|other)\s+)*(?:teams?|companies|engineers|practitioners|developers|organi[sz]ations|people|industry|startups|enterprises|we|you|data scientists|programmers|sres?|operators|maintainers)\b/i;

const cue = (shape: Shape, weight: number, pattern: RegExp): Cue => ({ shape, weight, pattern });

/** Cue phrases and how much they say. A leading phrase says more than one somewhere inside. */
const CUES: readonly Cue[] = [
  cue('comparative', 4, /\b(?:vs\.?|versus)(?=\s)/i),
  cue(
    'comparative',
    3,
    /^(?:an?\s+|the\s+)?(?:\w+\s+)?(?:compar(?:e|ing|ison|ative)|differences? between|trade-?offs? between|pros and cons)\b/i,
  ),
  cue(
    'comparative',
    2,
    /\b(?:compared (?:to|with)|comparison (?:of|between|with)|differences? between|trade-?offs? between|alternatives to|better than|faster than)\b/i,
  ),
  cue(
    'comparative',
    3,
    /^(?:should (?:i|we|you|one|teams?)|which (?:is|one|should)|when (?:should|to) (?:i|we|use|choose))\b.*\bor\b/i,
  ),
  cue(
    'comparative',
    3,
    /比较|比較|对比|對比|сравнени|\b(?:vergleich|comparaison|comparaci[oó]n|compara[cç][aã]o|confronto)\b|비교/iu,
  ),

  cue('mechanism', 4, /\bhow (?:do|does|is|are) .+ (?:work|works|working|function|operate|implemented|built)\b/i),
  cue('mechanism', 3, /\b(?:work(?:s|ing)? internally|under the hood|internals?|inner workings?|internal(?:ly)?)\b/i),
  cue('mechanism', 3, /^(?:explain )?how .+ works?\b/i),
  cue(
    'mechanism',
    2,
    /^(?:what happens (?:when|inside|in)|why (?:do|does|is|are)|(?:the )?(?:mechanics?|mechanisms?|anatomy) (?:of|behind))\b/i,
  ),
  cue('mechanism', 2, /^how (?:do|does|did|is|are|can) /i),
  cue(
    'mechanism',
    3,
    /工作原理|如何工作|内部|仕組み|どのように動|как (?:работает|устроен)|\b(?:wie funktionier|comment fonctionne|c[oó]mo funciona|como funciona|come funziona)|작동 원리/iu,
  ),

  cue('sota', 4, /\b(?:state[- ]of[- ]the[- ]art|sota|cutting[- ]edge)\b/i),
  cue(
    'sota',
    3,
    /\b(?:recent|latest|newest) (?:advances?|progress|developments?|results?|breakthroughs?|trends?|work|research|techniques?|methods?|models?)\b/i,
  ),
  cue('sota', 2, /\b(?:what(?:'s| is) new|latest|current best|as of 20\d\d|frontiers? (?:of|in)|in 20[2-9]\d\??$)/i),
  cue(
    'sota',
    3,
    /最新|最先端|研究动态|\b(?:stand der technik|[eé]tat de l['’]art|estado del arte|estado da arte|stato dell['’]arte)\b|современное состояние|최신/iu,
  ),

  cue('practitioner', 5, TEAMS),
  cue(
    'practitioner',
    3,
    /\b(?:best practices?|lessons? learned|in practice|anti-?patterns?|experience reports?|case stud(?:y|ies)|practitioners?|real[- ]world teams?|industrial practice|war stories)\b/i,
  ),
  cue(
    'practitioner',
    2,
    /\b(?:in production|in industry|industry adoption|adoption of|playbook|rollout|migrat(?:ing|ion) (?:to|from)|at scale in)\b/i,
  ),
  cue('practitioner', 3, /^(?:how to|what(?:'s| is) the best way to)\b/i),
  cue(
    'practitioner',
    2,
    /\bat (?:large |big |small )?(?:companies|startups|enterprises|google|meta|amazon|netflix|microsoft|uber)\b/i,
  ),
  cue(
    'practitioner',
    3,
    /最佳实践|ベストプラクティス|лучшие практики|\b(?:bonnes pratiques|buenas pr[aá]cticas|boas pr[aá]ticas|in der praxis)\b/iu,
  ),

  cue(
    'historical',
    4,
    /^(?:what (?:is|was) )?(?:an?\s+|the\s+)?(?:short\s+|brief\s+|early\s+|intellectual\s+)?(?:histor(?:y|ies)|origins?|evolution|genealogy|birth|rise|roots|timeline|early days)\b(?=.*\b(?:of|behind)\b)/i,
  ),
  cue(
    'historical',
    3,
    /\b(?:history of|origins? of|historical(?:ly)?|seminal (?:work|papers?)|foundational (?:work|papers?|results?)|genealogy of|retrospective|who invented|over the decades|early days of)\b/i,
  ),
  cue(
    'historical',
    3,
    /\bhow (?:did|has|have) .+ (?:evolve|evolved|develop|developed|emerge|come about|change|changed)\b/i,
  ),
  cue('historical', 2, /\b(?:evolution of|rise and fall|from its beginnings)\b/i),
  cue(
    'historical',
    3,
    /历史|歷史|歴史|истори[яи]|\b(?:geschichte|histoire|historia|hist[oó]ria|storia) (?:der|des|von|de|della|do|da|du|del)\b|역사/iu,
  ),

  cue('survey', 3, /\b(?:survey|overview|taxonomy|landscape|literature review|systematic review|mapping study)\b/i),
  cue(
    'survey',
    3,
    /\b(?:main|major|key|different|existing|common) (?:approaches|techniques|methods|families|strategies|algorithms)\b/i,
  ),
  cue('survey', 2, /\b(?:approaches|techniques|methods) (?:to|for|in)\b/i),
  cue('survey', 3, /综述|概览|サーベイ|обзор|\b(?:überblick|tour d['’]horizon|panorama)\b/iu),
];

/** Ties go to the shape that asks for something more particular. */
const PRIORITY: readonly Shape[] = ['comparative', 'historical', 'mechanism', 'sota', 'practitioner', 'survey'];

/** The question shape of a topic; a topic without a cue is a survey. */
export function shapeOf(topic: string): Shape {
  const scores = new Map<Shape, number>(PRIORITY.map((shape) => [shape, 0]));
  for (const { shape, weight, pattern } of CUES) {
    if (pattern.test(topic)) scores.set(shape, scores.get(shape)! + weight);
  }
  if (parseComparison(topic)) scores.set('comparative', scores.get('comparative')! + 3);
  // "How do teams …" fits the mechanism's pattern as well, and asks for practice.
  if (TEAMS.test(topic)) scores.set('mechanism', 0);
  const best = PRIORITY.reduce((a, b) => (scores.get(b)! > scores.get(a)! ? b : a));
  return scores.get(best)! > 0 ? best : 'survey';
}
