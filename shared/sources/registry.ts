import type { Source } from '../contracts/enums.ts';
import type { Provider, ProviderName } from './provider.ts';
import { arxiv } from './providers/arxiv.ts';
import { brave } from './providers/brave.ts';
import { core } from './providers/core.ts';
import { crossref } from './providers/crossref.ts';
import { dblp } from './providers/dblp.ts';
import { exa } from './providers/exa.ts';
import { github } from './providers/github.ts';
import { hackernews } from './providers/hackernews.ts';
import { huggingface } from './providers/huggingface.ts';
import { openalex } from './providers/openalex.ts';
import { reddit } from './providers/reddit.ts';
import { searxng } from './providers/searxng.ts';
import { semanticscholar } from './providers/semanticscholar.ts';
import { stackexchange } from './providers/stackexchange.ts';
import { tavily } from './providers/tavily.ts';
import { unpaywall } from './providers/unpaywall.ts';

/** Every provider by its name. */
export const REGISTRY: Readonly<Record<ProviderName, Provider>> = {
  arxiv,
  semanticscholar,
  openalex,
  crossref,
  dblp,
  unpaywall,
  core,
  huggingface,
  hackernews,
  stackexchange,
  reddit,
  github,
  brave,
  tavily,
  exa,
  searxng,
};

/** Providers that a channel's search asks, in the order in which their records are merged. */
export const CHANNELS: Readonly<Record<Exclude<Source, 'library'>, readonly ProviderName[]>> = {
  arxiv: ['arxiv', 'huggingface'],
  scholarly: ['semanticscholar', 'openalex', 'crossref', 'dblp', 'core'],
  web: ['brave', 'tavily', 'exa', 'searxng'],
  community: ['hackernews', 'stackexchange', 'reddit'],
  github: ['github'],
};
