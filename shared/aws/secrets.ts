import { getSecret } from '@aws-lambda-powertools/parameters/secrets';
import * as z from 'zod';
import { PlumblineError } from '../contracts/errors.ts';
import { setting } from './setting.ts';

/** Keys of models and sources, by the names of their environment variables. */
export type Keys = Readonly<Record<string, string | undefined>>;

/** The stack's secret is not what the functions read. */
export class SecretInvalid extends PlumblineError {}

/** Seconds a read secret is good for: a rotated key is in use at most so much later. */
const MAX_AGE = 300;

const Stored = z.record(z.string(), z.string());

/**
 * The stack's one secret, a flat JSON object of names and keys; read at most every five minutes per container.
 * @throws {SecretInvalid} naming the secret, never what is in it
 */
export async function readKeys(): Promise<Keys> {
  const id = setting('SECRET_ID');
  const text = await getSecret(id, { maxAge: MAX_AGE });
  if (typeof text !== 'string') throw new SecretInvalid(`The secret ${id} has no text; put a JSON object into it.`);
  return parseKeys(id, text);
}

/** @throws {SecretInvalid} */
export function parseKeys(id: string, text: string): Keys {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new SecretInvalid(`The secret ${id} is no JSON; write {"ANTHROPIC_API_KEY":"…"}.`);
  }
  const parsed = Stored.safeParse(value);
  if (!parsed.success) throw new SecretInvalid(`The secret ${id} is no flat object of texts; write {"NAME":"key"}.`);
  return parsed.data;
}
