import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Bundle } from '../bundle/bundle.ts';
import { type Call, callsOf, type Result } from './calls.ts';
import { type FakeAws, openFakeAws } from './fake-aws.ts';
import { type DeployedFunction, REGION } from './template.ts';

/** What Lambda itself puts into the environment, for an account at a loopback address. */
function runtimeEnvironment(aws: string): Record<string, string> {
  return {
    AWS_ENDPOINT_URL: aws,
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: 'check',
    AWS_SECRET_ACCESS_KEY: 'check',
    POWERTOOLS_DEV: 'false',
    POWERTOOLS_LOG_LEVEL: 'SILENT',
  };
}

/**
 * Imports every bundle and calls it with the settings that its template gives it and no others, against a loopback account
 * with nothing in it. Says what does not come to what it must: a module that is missing, a setting that is not there, a
 * class whose name is gone, a handler that answers 500.
 */
export async function invokeAll(
  bundles: ReadonlyMap<string, Bundle>,
  functions: ReadonlyMap<string, DeployedFunction>,
): Promise<string[]> {
  const aws = await openFakeAws();
  const own = process.env;
  const problems: string[] = [];
  try {
    for (const [name, { folder }] of bundles) {
      const { environment } = functions.get(name)!;
      process.env = { ...runtimeEnvironment(aws.url), ...environment };
      problems.push(...neverRead(name, folder, Object.keys(environment)), ...(await invoke(name, folder, aws)));
    }
    if (aws.asked.get('secretsmanager.GetSecretValue') === undefined) problems.push('Nobody asked for the keys.');
    if (aws.asked.get('PUT /bucket/shared/library/starter/manifest.json') !== 1)
      problems.push('The starter library was not stored.');
  } finally {
    process.env = own;
    await aws.close();
  }
  return problems;
}

/** Settings that a function is given and that its bundle does not name. */
function neverRead(name: string, folder: string, settings: readonly string[]): string[] {
  const text = readFileSync(`${folder}/index.mjs`, 'utf8');
  return settings
    .filter((setting) => !new RegExp(`\\b${setting}\\b`).test(text))
    .map((setting) => `${name} is given ${setting} and never reads it.`);
}

async function invoke(name: string, folder: string, aws: FakeAws): Promise<string[]> {
  let handler: (event: unknown, context: object) => Promise<unknown>;
  try {
    ({ handler } = await import(pathToFileURL(`${folder}/index.mjs`).href));
  } catch (error) {
    return [`${name} cannot be imported: ${String(error)}`];
  }
  const problems: string[] = [];
  for (const call of callsOf(name, aws.url)) {
    const wrong = call.judge(await resultOf(handler, call));
    if (wrong !== null) problems.push(`${name}, ${call.what}: ${wrong}`);
  }
  return problems;
}

async function resultOf(handler: (event: unknown, context: object) => Promise<unknown>, call: Call): Promise<Result> {
  const context = { functionName: 'check', awsRequestId: 'check', getRemainingTimeInMillis: () => 30_000 };
  try {
    return { value: await handler(call.event, context) };
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
}
