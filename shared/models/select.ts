import type { RunRequest } from '../contracts/run.ts';
import type { ModelPort } from './port.ts';

/** The providers that are configured. */
export interface Providers {
  readonly anthropic: ModelPort | null;
  readonly bedrock: ModelPort | null;
}

/** The model of a run, or why its roles are answered by their extractive twins. */
export type Choice =
  | { readonly port: ModelPort; readonly missing: null }
  /** `missing`: what was asked for by name and is not configured. */
  | { readonly port: null; readonly missing: string | null };

/** `auto` takes Anthropic when its key is there; offline no model is asked, whatever was chosen. */
export function chooseModel(request: Pick<RunRequest, 'model' | 'offline'>, providers: Providers): Choice {
  if (request.offline || request.model === 'extractive') return { port: null, missing: null };
  const port = request.model === 'bedrock' ? providers.bedrock : providers.anthropic;
  if (port) return { port, missing: null };
  if (request.model === 'auto') return { port: null, missing: null };
  const how = request.model === 'bedrock' ? 'a region (AWS_REGION)' : 'a key (ANTHROPIC_API_KEY)';
  return { port: null, missing: `${request.model} was asked for, but needs ${how}` };
}
