import { App, Stack } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, it } from 'vitest';
import { stackWith, synthesized } from '../support/synthesized.ts';
import { apiChecks } from './stack/api.ts';
import { dataChecks } from './stack/data.ts';
import { functionChecks } from './stack/functions.ts';
import { netChecks } from './stack/nets.ts';
import { settingChecks } from './stack/settings.ts';
import { withoutHashes } from './stack/without-hashes.ts';
import { workflowChecks } from './stack/workflow.ts';

// One synthesis for all: it is what takes the time.
const { app, stack } = stackWith();
const nag = new AwsSolutionsChecks(app).validateScope(app);
const standard = synthesized(stack);

describe('data', () => dataChecks(standard));
describe('functions', () => functionChecks(standard));
describe('workflow', () => workflowChecks(standard));
describe('API and sign-in', () => apiChecks(standard));
describe('nets', () => netChecks(standard));
describe('settings', settingChecks);

describe('the stack', () => {
  it('is as it was, but for hashes and the definition', async () => {
    await expect(withoutHashes(standard.template.toJSON())).toMatchFileSnapshot('stack.snap');
  });

  it('passes the rules of AwsSolutions, every exception with its reason', () => {
    expect(nag.violations.map(({ ruleName, violatingResources }) => [ruleName, violatingResources[0]])).toEqual([]);
    // An empty stack would pass too.
    expect(standard.resources.size).toBeGreaterThan(250);
  });

  it('is checked by rules that can fail', () => {
    const other = new App();
    new Bucket(new Stack(other, 'Careless'), 'Bucket');
    const { violations } = new AwsSolutionsChecks(other).validateScope(other);
    expect(violations.map(({ ruleName }) => ruleName)).toEqual(['AwsSolutions-S1', 'AwsSolutions-S10']);
  });
});
