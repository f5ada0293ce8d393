import { Match } from 'aws-cdk-lib/assertions';
import { expect, it } from 'vitest';
import type { Synthesized } from '../../support/synthesized.ts';

export function dataChecks({ template, resources, ofType }: Synthesized): void {
  it('keeps the table: on demand, recoverable, protected, with expiry and at most two indexes', () => {
    template.hasResource('AWS::DynamoDB::Table', {
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
      Properties: {
        BillingMode: 'PAY_PER_REQUEST',
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 35 },
        TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
      },
    });
    const indexes = resources.get('Table')!.Properties.GlobalSecondaryIndexes ?? [];
    expect((indexes as unknown[]).length).toBeLessThanOrEqual(2);
  });

  it('keeps the bucket: versioned, encrypted, closed to the public, old versions and responses cleared away', () => {
    template.hasResource('AWS::S3::Bucket', {
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
      Properties: {
        VersioningConfiguration: { Status: 'Enabled' },
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
        BucketEncryption: Match.objectLike({}),
        LifecycleConfiguration: {
          Rules: Match.arrayWith([
            Match.objectLike({ Id: 'versions', NoncurrentVersionExpiration: { NoncurrentDays: 35 } }),
            Match.objectLike({ Id: 'responses', Prefix: 'cache/', ExpirationInDays: 30 }),
          ]),
        },
      },
    });
  });

  it('refuses both buckets, both queues and both topics to whoever does not use TLS', () => {
    for (const type of ['AWS::S3::BucketPolicy', 'AWS::SQS::QueuePolicy', 'AWS::SNS::TopicPolicy']) {
      const policies = ofType(type);
      expect(policies, type).toHaveLength(2);
      for (const [id, { Properties }] of policies) {
        const { Statement } = Properties.PolicyDocument as { Statement: Record<string, unknown>[] };
        const insecure = Statement.filter(
          ({ Effect, Condition }) =>
            Effect === 'Deny' && JSON.stringify(Condition).includes('"aws:SecureTransport":"false"'),
        );
        expect(insecure.length, id).toBeGreaterThan(0);
      }
    }
  });

  it('gives stateful resources names that do not depend on where they stand in the code', () => {
    const stateful = [
      'AWS::DynamoDB::Table',
      'AWS::S3::Bucket',
      'AWS::Cognito::UserPool',
      'AWS::SecretsManager::Secret',
    ].flatMap((type) => ofType(type));
    expect(stateful.map(([id]) => id).sort()).toEqual(['AccessLogs', 'Bucket', 'Keys', 'Table', 'UserPool']);
    for (const [id, { DeletionPolicy, UpdateReplacePolicy }] of stateful) {
      expect([DeletionPolicy, UpdateReplacePolicy], id).toEqual(['Retain', 'Retain']);
    }
  });

  it('writes no key into the template', () => {
    expect(resources.get('Keys')!.Properties.SecretString).toBe('{}');
    expect(JSON.stringify(template.toJSON())).not.toMatch(/sk-ant-|AKIA[0-9A-Z]{16}/);
  });
}
