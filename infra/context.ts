import { readFileSync } from 'node:fs';

/** The context of cdk.json: an app that is not started by the CDK CLI, as in tests, does not get it by itself. */
export function projectContext(): Record<string, unknown> {
  const text = readFileSync(new URL('../cdk.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { context: Record<string, unknown> }).context;
}
