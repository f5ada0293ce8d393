import type { Source } from '../contracts/enums.ts';
import { SourceMisconfigured } from './errors.ts';
import { registerSecret } from './http/redact.ts';
import { userAgent } from './http/user-agent.ts';
import type { Access, Provider, ProviderName } from './provider.ts';
import { PROVIDERS } from './provider.ts';
import { CHANNELS, REGISTRY } from './registry.ts';

/** Keys by the names of their environment variables. */
export type Secrets = Readonly<Record<string, string | undefined>>;

/** Hosts asked for other things than searches, with the variable that moves them. */
const OTHER_BASES = {
  arxiv_html: { urlVar: 'PLUMBLINE_ARXIV_HTML_URL', base: 'https://arxiv.org' },
  ar5iv: { urlVar: 'PLUMBLINE_AR5IV_URL', base: 'https://ar5iv.labs.arxiv.org' },
  datacite: { urlVar: 'PLUMBLINE_DATACITE_URL', base: 'https://api.datacite.org' },
  doi: { urlVar: 'PLUMBLINE_DOI_URL', base: 'https://doi.org' },
  reddit_token: { urlVar: 'PLUMBLINE_REDDIT_TOKEN_URL', base: 'https://www.reddit.com' },
} as const;
type OtherBase = keyof typeof OTHER_BASES;

/** One provider as it is set up here. */
export interface ProviderSetup {
  readonly provider: Provider;
  readonly access: Access;
  /** Whether it can be asked at all. */
  readonly active: boolean;
  /** Its base address was set by configuration. */
  readonly moved: boolean;
  /** What is missing, when it is not active. */
  readonly missing: string | null;
}

/** All sources as they are set up here. */
export interface SourceConfig {
  readonly providers: Readonly<Record<ProviderName, ProviderSetup>>;
  readonly others: Readonly<Record<OtherBase, string>>;
  /** Origins that may be this machine. */
  readonly bases: ReadonlySet<string>;
  readonly userAgent: string;
  readonly contact: string | null;
  /** Milliseconds between requests that configuration sets for an address of its own (`PLUMBLINE_<NAME>_INTERVAL_MS`). */
  readonly intervals: Readonly<Record<string, number>>;
}

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The sources' configuration: base addresses from the environment, keys from there or from a secret store. A provider whose
 * address was set is asked even without the key that the public service would want.
 *
 * @throws SourceMisconfigured for an address that is none
 */
export function sourceConfig(env: Env, secrets: Secrets = env, version = '0.1.0'): SourceConfig {
  const contact = contactOf(env.PLUMBLINE_CONTACT);
  const bases = new Set<string>();
  const baseOf = (urlVar: string, standard: string): { base: string; moved: boolean } => {
    const value = env[urlVar]?.trim();
    if (value === undefined || value === '') return { base: standard, moved: false };
    const url = URL.parse(value);
    if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
      throw new SourceMisconfigured(
        `${urlVar} is no web address: "${value.slice(0, 80)}". Set it to something like https://host/path.`,
      );
    }
    bases.add(url.origin);
    return { base: value, moved: true };
  };
  const entries: [ProviderName, ProviderSetup][] = [];
  for (const name of PROVIDERS) {
    const provider = REGISTRY[name];
    const { base, moved } = baseOf(provider.urlVar, provider.base);
    const value = provider.keyVar === null ? undefined : secrets[provider.keyVar]?.trim();
    registerSecret(value);
    const key = value === undefined || value === '' ? null : value;
    const missing = missingOf(provider, { base, key, contact, moved });
    entries.push([name, { provider, access: { base, key, contact }, active: missing === null, moved, missing }]);
  }
  const others = Object.fromEntries(
    Object.entries(OTHER_BASES).map(([name, { urlVar, base }]) => [name, baseOf(urlVar, base).base]),
  ) as Record<OtherBase, string>;
  return {
    providers: Object.fromEntries(entries) as Record<ProviderName, ProviderSetup>,
    others,
    bases,
    userAgent: userAgent(version, contact, env.PLUMBLINE_HOMEPAGE ?? null),
    contact,
    intervals: intervalsOf(env),
  };
}

/** Public services keep their documented interval: only where the address was set, the interval may be too. */
function intervalsOf(env: Env): Record<string, number> {
  const intervals: Record<string, number> = {};
  for (const [name, value] of Object.entries(env)) {
    const provider = /^PLUMBLINE_(.+)_INTERVAL_MS$/.exec(name)?.[1];
    if (provider === undefined || value === undefined || !env[`PLUMBLINE_${provider}_URL`]) continue;
    const ms = Number(value);
    if (!Number.isInteger(ms) || ms < 0)
      throw new SourceMisconfigured(`${name} is no number of milliseconds: "${value.slice(0, 40)}".`);
    intervals[provider.toLowerCase()] = ms;
  }
  return intervals;
}

/** An address that somebody reads; placeholders are refused by the services anyway. */
function contactOf(value: string | undefined): string | null {
  const text = value?.trim() ?? '';
  return /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text) && !/@(?:.*\.)?example\.(?:com|org|net)$/i.test(text) ? text : null;
}

function missingOf(
  provider: Provider,
  have: { base: string; key: string | null; contact: string | null; moved: boolean },
): string | null {
  if (have.base === '') return `${provider.urlVar} is not set`;
  if (have.moved) return null;
  if (provider.keyRequired && have.key === null) return `${provider.keyVar ?? provider.urlVar} is not set`;
  if (provider.contactRequired && have.contact === null) return 'PLUMBLINE_CONTACT is not set to a real e-mail address';
  return null;
}

/** Channels with at least one provider that can be asked, in the routing table's order. */
export function activeChannels(config: SourceConfig): Source[] {
  const names = Object.keys(CHANNELS) as (keyof typeof CHANNELS)[];
  return names.filter((channel) => CHANNELS[channel].some((name) => config.providers[name].active));
}

/** Whether an address is this machine: no network is needed to reach it. */
export function isLocalBase(base: string): boolean {
  const host = URL.parse(base)?.hostname ?? '';
  return /^(?:localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])\.?$/i.test(host);
}
