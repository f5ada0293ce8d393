import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReplayHandler } from './replay-server.ts';

/** One recorded search a provider, by its file below the fixtures' folder; GitHub has no recorded repository search. */
const RECORDED: Readonly<Record<string, string>> = {
  arxiv: 'arxiv/q_testing_p0_10.xml',
  semanticscholar: 'semanticscholar/search_title_only_p0.json',
  openalex: 'openalex/works_fulltext_search_2026.json',
  crossref: 'crossref/works_cursor_p0.json',
  unpaywall: 'unpaywall/search_chemcrow.json',
  core: 'core/v2_search_ecology.json',
  hackernews: 'hackernews/search_hitsperpage_1_tags_story_author_pg.json',
  github: 'github/search_issues_octokit_2022.json',
  brave: 'brave/brave_what_is_the_semantic_kernel.json',
  tavily: 'tavily/tavily_what_is_the_semantic_kernel.json',
  searxng: 'searxng/search_partial_engines.json',
};

/** Handlers that answer every search with a recording; providers without one are left to the caller. */
export function recordedHandlers(fixtures: string): Record<string, ReplayHandler> {
  return Object.fromEntries(
    Object.entries(RECORDED).map(([provider, name]) => {
      const body = new Uint8Array(readFileSync(join(fixtures, name)));
      const type = name.endsWith('.xml') ? 'application/atom+xml' : 'application/json';
      return [provider, () => ({ headers: { 'content-type': type }, body })];
    }),
  );
}
