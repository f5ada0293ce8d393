import { EmbeddedCloud } from '../../../local/cloud/cloud.ts';
import { loadStaticEmbedder } from '../../../shared/collate/embed/static.ts';
import { openProviders } from '../../../shared/models/open.ts';
import { ModelRunner } from '../../../shared/models/runner.ts';
import { fastAsl } from '../../support/fast-asl.ts';
import { MessagesServer, type MessagesServerOptions } from '../../support/messages-server/server.ts';
import { CLOCK, request, SILENT, type Stores } from '../../support/pipeline.ts';
import { TOPIC } from './library.ts';

const embedder = loadStaticEmbedder();
const servers: MessagesServer[] = [];
const decoder = new TextDecoder();

/** Limits for faults that are meant to run out of time. */
export const HASTY = { idleMs: 300, firstMs: 300, baseMs: 300, perTokenMs: 0 };

export async function serve(options: MessagesServerOptions = {}): Promise<MessagesServer> {
  const server = await MessagesServer.start({ retryAfter: 0.02, ...options });
  servers.push(server);
  return server;
}

/** For `afterEach`. */
export async function closeServers(): Promise<void> {
  await Promise.all(servers.splice(0).map((server) => server.close()));
}

/** A cloud whose roles are answered by the model at `url`. */
export function cloudAt(stores: Stores, url: string, limits: Partial<typeof HASTY> = {}): Promise<EmbeddedCloud> {
  const roles = new ModelRunner(openProviders({ ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: url }, limits));
  return EmbeddedCloud.open({ ...stores, clock: CLOCK, log: SILENT, roles, embedder, asl: fastAsl() });
}

export const asked = (more: object = {}) => request(TOPIC, { offline: false, ...more });

export async function textOf(cloud: EmbeddedCloud, slug: string, path: string): Promise<string> {
  return decoder.decode(await cloud.service.artifact(slug, path));
}
