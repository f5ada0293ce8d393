import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { bundleAll } from './bundle/bundle.ts';
import { ROOT } from './bundle/root.ts';
import { allSpecs } from './bundle/specs.ts';
import { overBudget, sizeTable } from './check/budgets.ts';
import { invokeAll } from './check/invoke.ts';
import { notThere } from './check/outside.ts';
import { functionsOf, type Resources } from './check/template.ts';
import { projectContext } from './context.ts';
import { PlumblineStack } from './stack.ts';

/** Fewer resources than this are not the whole stack. */
const LEAST_RESOURCES = 250;

/** Bundles, runs every bundle once, and synthesizes the stack with its rules; 0 problems or exit 1. */
async function check(): Promise<string[]> {
  // Inside the project, so that what is the runtime's in the cloud is found in node_modules here.
  const folder = join(ROOT, 'node_modules/.cache/plumbline-bundles');
  rmSync(folder, { recursive: true, force: true });
  const bundles = await bundleAll(allSpecs(), folder);
  for (const line of sizeTable(bundles)) console.log(line);
  const { resources, problems } = synth();
  const functions = functionsOf(bundles.keys(), resources);
  return [...overBudget(bundles), ...notThere(bundles), ...(await invokeAll(bundles, functions)), ...problems];
}

function synth(): { resources: Resources; problems: string[] } {
  const app = new App({ context: projectContext(), outdir: join(ROOT, 'cdk.out') });
  const stack = new PlumblineStack(app, 'Plumbline');
  const { violations } = new AwsSolutionsChecks(app).validateScope(app);
  const { Resources } = app.synth().getStackByName(stack.stackName).template as { Resources: Resources };
  const count = Object.keys(Resources).length;
  console.log(`stack     ${count} resources, ${violations.length} violations of AwsSolutions`);
  const problems = [
    ...(count < LEAST_RESOURCES ? [`The stack has ${count} resources; ${LEAST_RESOURCES} are the least.`] : []),
    ...violations.map(({ ruleName, violatingResources }) => `${ruleName}: ${violatingResources[0]?.constructPath}`),
  ];
  return { resources: Resources, problems };
}

const problems = await check();
for (const problem of problems) console.error(problem);
console.log(problems.length === 0 ? 'infra: no problem' : `infra: ${problems.length} problem(s)`);
process.exit(problems.length === 0 ? 0 : 1);
