import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { bundleAll } from './bundle/bundle.ts';
import { allSpecs } from './bundle/specs.ts';
import { projectContext } from './context.ts';
import { PlumblineStack } from './stack.ts';

const folder = mkdtempSync(join(tmpdir(), 'plumbline-bundles-'));
try {
  await bundleAll(allSpecs(), folder);
  const app = new App({ context: projectContext() });
  new PlumblineStack(app, app.node.tryGetContext('plumbline:stack') ?? 'Plumbline', { terminationProtection: true });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  app.synth();
} finally {
  rmSync(folder, { recursive: true });
}
