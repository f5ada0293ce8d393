import * as z from 'zod';

export const Depth = z.enum(['quick', 'standard', 'deep']);
export type Depth = z.infer<typeof Depth>;

export const Shape = z.enum(['survey', 'comparative', 'sota', 'practitioner', 'historical', 'mechanism']);
export type Shape = z.infer<typeof Shape>;

export const Subfield = z.enum([
  'ml',
  'systems',
  'pl',
  'theory',
  'security',
  'hci',
  'distributed',
  'graphics',
  'db',
  'networks',
  'compilers',
]);
export type Subfield = z.infer<typeof Subfield>;

/** Rows of the routing table. */
export const Kind = z.enum([
  'theoretical',
  'practical',
  'sota',
  'historical',
  'comparative',
  'practitioner',
  'mechanism',
  'open-problems',
]);
export type Kind = z.infer<typeof Kind>;

/** A channel: the columns of the routing table, and the user's own library. */
export const Source = z.enum(['arxiv', 'scholarly', 'web', 'community', 'github', 'library']);
export type Source = z.infer<typeof Source>;

export const Outcome = z.enum(['hits', 'none', 'throttled', 'blocked', 'window_exceeded', 'partial', 'error']);
export type Outcome = z.infer<typeof Outcome>;

/** The stages by number, as a reader sees them. */
export const STAGES = [
  'intake',
  'plan',
  'discovery',
  'collate',
  'deep-read',
  'critique',
  'replan',
  'synthesis',
  'present',
] as const;

export const NodeStatus = z.enum(['pending', 'running', 'done', 'failed', 'skipped']);
export type NodeStatus = z.infer<typeof NodeStatus>;

export const GraphStatus = z.enum(['planning', 'executing', 'finalizing', 'complete', 'failed']);
export type GraphStatus = z.infer<typeof GraphStatus>;

export const RunStatus = z.enum(['active', 'waiting', 'complete', 'partial', 'failed', 'cancelled']);
export type RunStatus = z.infer<typeof RunStatus>;

export const CriticName = z.enum(['domain', 'methodology', 'contradictions']);
export type CriticName = z.infer<typeof CriticName>;
