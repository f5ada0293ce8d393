import { describe, expect, it } from 'vitest';
import { namedProviders } from '../../../shared/aws/model-names.ts';
import { openProviders } from '../../../shared/models/open.ts';

describe('models by name only', () => {
  it.each([
    [{}, {}],
    [{}, { ANTHROPIC_API_KEY: 'k' }],
    [{ PLUMBLINE_MODEL_BEST: 'claude-other' }, { ANTHROPIC_API_KEY: 'k' }],
    [{ AWS_REGION: 'eu-west-1', PLUMBLINE_BEDROCK: 'on' }, {}],
    [
      { AWS_REGION: 'eu-west-1', PLUMBLINE_BEDROCK: 'on', PLUMBLINE_MODEL_FAST: 'eu.anthropic.x' },
      { ANTHROPIC_API_KEY: 'k' },
    ],
    [{ AWS_REGION: 'eu-west-1' }, { ANTHROPIC_API_KEY: '  ' }],
  ])('are the models that would be asked, with %j and %j', (environment: Record<string, string>, keys) => {
    const { AWS_REGION, ...rest } = environment;
    const region = environment.PLUMBLINE_BEDROCK === 'on' && AWS_REGION ? { AWS_REGION } : {};
    const real = openProviders({ ...rest, ...region, ...keys });
    const named = namedProviders(environment, keys);
    for (const id of ['anthropic', 'bedrock'] as const) {
      expect(named[id]?.models ?? null).toEqual(real[id]?.models ?? null);
      expect(named[id]?.id ?? null).toBe(real[id]?.id ?? null);
    }
  });

  it('are never asked', async () => {
    const { anthropic } = namedProviders({}, { ANTHROPIC_API_KEY: 'k' });
    await expect(anthropic!.complete({} as never, 1)).rejects.toThrow(/only names models/);
  });
});
