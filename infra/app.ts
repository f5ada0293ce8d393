import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { projectContext } from './context.ts';
import { PlumblineStack } from './stack.ts';

const app = new App({ context: projectContext() });
new PlumblineStack(app, app.node.tryGetContext('plumbline:stack') ?? 'Plumbline', { terminationProtection: true });
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
app.synth();
