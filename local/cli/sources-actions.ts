import { openSources } from '../../shared/sources/open.ts';
import { checkSources, type SourceCheck, type SourceStatus, sourceStatus } from '../../shared/sources/status.ts';
import { connect } from './connect.ts';
import { EXIT } from './exit.ts';

/** Each source as it is set up. */
export function show(json: boolean): Promise<void> {
  return withSources(async (deps) => {
    for (const one of await sourceStatus(deps, modelAddress(process.env)))
      process.stdout.write(`${json ? JSON.stringify(one) : statusRow(one)}\n`);
  });
}

/** One call to each configured source. */
export function check(json: boolean): Promise<void> {
  return withSources(async (deps) => {
    const found = await checkSources(deps);
    for (const one of found) process.stdout.write(`${json ? JSON.stringify(one) : checkRow(one)}\n`);
    if (found.every((one) => one.outcome !== 'hits' && one.outcome !== 'none')) process.exitCode = EXIT.failed;
  });
}

async function withSources(use: (deps: Awaited<ReturnType<typeof openSources>>) => Promise<void>): Promise<void> {
  const connection = await connect(undefined, { creates: true });
  try {
    // The limits and outcomes are the home's own: its owner alone can read them.
    if (!connection.owner) {
      process.stderr.write(`Another process owns ${connection.home}; end it, or ask again when its runs have ended.\n`);
      process.exitCode = EXIT.usage;
      return;
    }
    const { table, blobs } = connection.owner.cloud.runtime;
    await use(await openSources({ env: process.env, table, blobs }));
  } finally {
    await connection.close();
  }
}

/** Where the model is asked that has a search of its own; null without a key. */
function modelAddress(environment: NodeJS.ProcessEnv): string | null {
  const [key, base] = [environment.ANTHROPIC_API_KEY?.trim(), environment.ANTHROPIC_BASE_URL?.trim()];
  return key ? base || 'https://api.anthropic.com' : null;
}

function statusRow(one: SourceStatus): string {
  const key = one.key === null ? 'no key needed' : `${one.keyVariable} ${one.key}`;
  const last = one.last === null ? 'not asked yet' : `last: ${one.last.outcome}`;
  const state = one.configured ? 'on' : 'off';
  const rest = one.configured ? `${key.padEnd(32)}  ${last.padEnd(13)}  ${one.limit}` : one.missing;
  return [one.provider.padEnd(16), one.channel.padEnd(10), state.padEnd(3), rest].join('  ');
}

function checkRow(one: SourceCheck): string {
  return [one.provider.padEnd(16), one.outcome.padEnd(10), `${one.count} in ${one.ms} ms`.padEnd(18), one.note]
    .join('  ')
    .trimEnd();
}
