import { SourceUnreachable } from './errors.ts';
import type { HttpClient } from './http/client.ts';
import { registerSecret } from './http/redact.ts';
import { asNumber, asText, at } from './json.ts';
import { redditToken } from './providers/reddit.ts';
import type { Time } from './time.ts';

/** Bearer tokens of Reddit's OAuth client, kept until shortly before they end. */
export class RedditTokens {
  readonly #http: HttpClient;
  readonly #time: Time;
  readonly #base: string;
  #held: { readonly token: string; readonly until: number } | null = null;

  constructor(http: HttpClient, time: Time, base: string) {
    this.#http = http;
    this.#time = time;
    this.#base = base;
  }

  /**
   * @param client `id:secret`
   * @throws SourceUnreachable when no token is given
   */
  async token(client: string): Promise<string> {
    if (this.#held && this.#held.until > this.#time.now()) return this.#held.token;
    const response = await this.#http.send({
      ...redditToken(this.#base, client),
      timeoutMs: 10_000,
      maxBytes: 64 * 1024,
    });
    const json = parsed(new TextDecoder().decode(response.body));
    const token = asText(at(json, 'access_token'));
    if (response.status !== 200 || token === null) {
      throw new SourceUnreachable(
        `Reddit gave no token (${response.status}). Check REDDIT_CLIENT, which is id:secret of a script client.`,
      );
    }
    registerSecret(token);
    const seconds = asNumber(at(json, 'expires_in')) ?? 3600;
    this.#held = { token, until: this.#time.now() + Math.max(0, seconds - 60) * 1000 };
    return token;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null; // a web page instead: there is no token in it
  }
}
