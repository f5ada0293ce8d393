/** The import rules of the folder table in docs/architecture.md, and: AWS SDKs only in adapters. */
const from = (path, notTo, name, comment) => ({ name, comment, severity: 'error', from: { path }, to: { path: notTo } });
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } } },
    from('^shared/', '^(lambdas|statemachine|infra|local|web|test|bench)/', 'shared-is-the-bottom', 'the domain knows nothing above it'),
    from('^lambdas/', '^(infra|local|web|test|bench)/', 'lambdas-use-shared', 'a handler may import shared/ only'),
    from('^statemachine/', '^(shared|infra|local|web|test|bench)/', 'statemachine-stands-alone', 'the definition and its lint import nothing'),
    from('^infra/', '^(local|web|test|bench)/', 'infra-deploys', 'the CDK app sees lambdas and the definition as assets'),
    from('^local/', '^(infra|test|bench)/', 'local-runs', 'the embedded cloud never needs CDK'),
    from('^web/', '^(shared|lambdas|statemachine|infra|local|test|bench)/', 'web-uses-the-api', 'the console talks to the API only'),
    {
      name: 'aws-sdk-only-in-adapters',
      severity: 'error',
      from: { path: '^(shared|lambdas|local)/', pathNot: '(/aws/|/dynamo|/s3|/bedrock|-aws\\.ts$|^local/cloud/table(-client)?\\.ts$|^shared/models/bedrock\\.ts$)' },
      to: { path: 'node_modules/@aws-sdk/' },
    },
    { name: 'not-to-dev-dep', severity: 'error', from: { path: '^(shared|lambdas|local)/' }, to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default', 'types'] },
    exclude: { path: '(^cdk\\.out|^node_modules)' },
  },
};
