import { PlumblineError } from '../contracts/errors.ts';
import type { SourceDeps } from './deps.ts';
import { SourceBusy } from './errors.ts';
import { failed, found } from './outcome.ts';
import { sniff, textOf } from './sniff.ts';
import { decoded, titleText } from './text.ts';
import { MAX_WAIT_MS, WaitBudget } from './time.ts';

const PAGE_BYTES = 2 * 1024 * 1024;
const PAGE_MS = 12_000;
const CHECK_PAGE =
  /just a moment|attention required|are you (?:a )?(?:human|robot)|access denied|captcha|not a bot|verify you are|security check/i;

/**
 * The title that a page shows, for the spot check of findings. A page that does not exist gives its own words for that,
 * which agree with no paper's title.
 *
 * @returns null when nothing can be said: unreachable, refused, a check for robots, or no web page
 */
export async function pageTitle(url: string, remainingMs: number, deps: SourceDeps): Promise<string | null> {
  const seen: { title: string | null } = { title: null };
  try {
    await deps.caller.call({
      provider: 'page',
      request: { method: 'GET', url, headers: { accept: 'text/html,application/xhtml+xml' } },
      hasKey: false,
      share: 'page',
      deadline: deps.time.now() + Math.min(PAGE_MS, remainingMs),
      waits: new WaitBudget(Math.min(MAX_WAIT_MS, remainingMs / 2)),
      maxBytes: PAGE_BYTES,
      parse: (response) => {
        const status = response.status ?? 200;
        if (sniff(response.body) === 'html' && (status < 400 || status === 404 || status === 410)) {
          seen.title = titleOfHtml(textOf(response.body.subarray(0, 400_000), response.contentType));
          return found({});
        }
        // One site's refusal says nothing about the others: it is no outcome that the shared breaker should see.
        return failed('none', `${url} answered ${status}`);
      },
    });
  } catch (error) {
    if (error instanceof PlumblineError && !(error instanceof SourceBusy)) return null;
    throw error;
  }
  return seen.title !== null && CHECK_PAGE.test(seen.title) ? null : seen.title;
}

/** A page's title: the one it gives to bibliographies, to networks, or to the browser. */
function titleOfHtml(html: string): string | null {
  const head = html.slice(0, 200_000);
  const meta = (name: string) => {
    const tag = new RegExp(`<meta\\b[^>]{0,400}?(?:name|property)\\s*=\\s*["']?${name}["'\\s][^>]{0,4000}>`, 'i').exec(
      head,
    )?.[0];
    return (
      /\bcontent\s*=\s*(?:"([^"]*)"|'([^']*)')/i
        .exec(tag ?? '')
        ?.slice(1)
        .find((value) => value !== undefined) ?? null
    );
  };
  const raw = meta('citation_title') ?? meta('og:title') ?? /<title[^>]*>([^<]{0,2000})/i.exec(head)?.[1] ?? null;
  return raw === null ? null : titleText(decoded(raw));
}
