import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Where servers are kept between runs, outside the project. */
const CACHE = process.env.PLUMBLINE_CONFORMANCE_CACHE ?? join(homedir() || tmpdir(), '.cache', 'plumbline-conformance');
const START_MS = 60_000;
/** A lock older than this was left by a process that is gone. */
const STALE_MS = 600_000;
/** npm package that carries the official jar; taken apart, not installed: its dependencies are of no use here. */
const DYNAMO_PACKAGE = 'amplify-dynamodb-simulator@2.9.30';

/** Credentials that these servers take: any. */
export const CREDENTIALS = { accessKeyId: 'conformance', secretAccessKey: 'conformance' };
export const REGION = 'us-east-1';

/** A server that runs, or why it cannot. */
export type Server = { readonly url: string; stop(): void; readonly why: null } | { readonly why: string };

/** moto: S3, Step Functions, Scheduler, Secrets Manager and SNS behind one address. */
export async function startMoto(): Promise<Server> {
  const venv = join(CACHE, 'moto');
  const why = await madeOnce(venv, () => {
    const made = run('python3', ['-m', 'venv', venv]);
    if (made !== null) return `python3 makes no virtual environment: ${made}`;
    const installed = run(join(venv, 'bin', 'pip'), ['install', '--quiet', 'moto[server]>=5']);
    return installed === null ? null : `moto cannot be installed: ${installed}`;
  });
  if (why !== null) return { why };
  const port = await freePort();
  const program = join(venv, 'bin', 'moto_server');
  const server = spawn(program, ['-H', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
  return answering(server, `http://127.0.0.1:${port}`);
}

/** DynamoDB Local, in memory. */
export async function startDynamo(): Promise<Server> {
  const folder = join(CACHE, 'dynamodb-local');
  const why = await madeOnce(folder, () => {
    const packed = run('npm', ['pack', DYNAMO_PACKAGE, '--silent', '--pack-destination', folder]);
    if (packed !== null) return `${DYNAMO_PACKAGE} cannot be had: ${packed}`;
    const archive = readdirSync(folder).find((name) => name.endsWith('.tgz'));
    const unpacked = run('tar', ['-xzf', join(folder, archive ?? ''), '-C', folder]);
    return unpacked === null ? null : `${archive} cannot be taken apart: ${unpacked}`;
  });
  if (why !== null) return { why };
  const jar = findJar(folder);
  if (jar === null) return { why: `${DYNAMO_PACKAGE} holds no DynamoDBLocal.jar` };
  if (run('java', ['-version']) !== null) return { why: 'there is no Java' };
  const port = await freePort();
  const library = join(jar, '..', 'DynamoDBLocal_lib');
  const options = [`-Djava.library.path=${library}`, '-jar', jar, '-inMemory', '-port', String(port)];
  const server = spawn('java', options, { stdio: 'ignore', cwd: folder });
  return answering(server, `http://127.0.0.1:${port}`);
}

/** Fills a folder of the cache once, whoever comes first; the others wait for it. */
async function madeOnce(folder: string, make: () => string | null): Promise<string | null> {
  const ready = join(folder, '.ready');
  const lock = `${folder}.lock`;
  mkdirSync(folder, { recursive: true });
  while (!existsSync(ready)) {
    try {
      mkdirSync(lock);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > STALE_MS)
        rmSync(lock, { recursive: true, force: true });
      await sleep(500);
      continue;
    }
    try {
      const why = existsSync(ready) ? null : make();
      if (why !== null) return why;
      writeFileSync(ready, '');
    } finally {
      rmSync(lock, { recursive: true, force: true });
    }
  }
  return null;
}

function findJar(folder: string): string | null {
  if (!existsSync(folder)) return null;
  const path = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((one) =>
    one.endsWith('DynamoDBLocal.jar'),
  );
  return path === undefined ? null : join(folder, path);
}

/** @returns what went wrong, null when nothing did */
function run(command: string, args: readonly string[]): string | null {
  const done = spawnSync(command, args, { encoding: 'utf8', timeout: 300_000 });
  if (done.error) return done.error.message;
  return done.status === 0 ? null : (done.stderr || `it ended with ${done.status}`).trim().slice(-300);
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No port is free.');
  return address.port;
}

async function answering(server: ChildProcess, url: string): Promise<Server> {
  const stop = () => void server.kill('SIGKILL');
  process.once('exit', stop);
  for (const until = Date.now() + START_MS; Date.now() < until; ) {
    if (server.exitCode !== null) return { why: `the server ended with ${server.exitCode} at once` };
    const answer = await fetch(url).catch(() => null);
    if (answer !== null) return { url, stop, why: null };
    await sleep(100);
  }
  stop();
  return { why: `the server did not answer within ${START_MS / 1000} s` };
}
