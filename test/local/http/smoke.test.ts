import { expect, it } from 'vitest';
import { openServer } from '../../../local/cloud/http.ts';
import { ApiClient } from '../../../shared/api/client.ts';
import { makeWorld, request } from '../../shared/api/fakes.ts';

it('a client drives a run over HTTP', async () => {
  const world = makeWorld();
  const service = world.service('local');
  const server = await openServer({ runtime: world.runtime, service, reloadLibrary: () => {} }, 'secret');
  const client = new ApiClient(`http://127.0.0.1:${server.port}`, { token: 'secret' });
  expect(await client.alive()).toBe(true);
  const { slug } = await client.create(request('efficient attention'));
  expect((await client.view(slug)).status).toBe('active');
  expect((await client.list()).runs.map((run) => run.slug)).toEqual([slug]);
  await world.blobs.put(`local/runs/${slug}/plan.md`, '# plan');
  expect(await client.artifacts(slug)).toEqual(['plan.md']);
  expect(Buffer.from((await client.artifact(slug, 'plan.md'))!).toString()).toBe('# plan');
  expect(await client.artifact(slug, 'nothing.md')).toBeUndefined();
  await expect(client.resume(slug)).rejects.toThrow(/still being executed/);
  world.executions.end('local', slug);
  expect((await client.cancel(slug)).status).toBe('cancelled');
  await client.remove(slug);
  await expect(client.view(slug)).rejects.toThrow(/no run/);
  await server.close();
});
