import { RemovalPolicy } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { acknowledge, pinLogicalId } from './acknowledge.ts';

/** One secret for all keys of models and sources: a flat JSON object, empty until somebody fills it in. */
export class Secrets extends Construct {
  readonly keys: Secret;

  constructor(scope: Construct, id: string, key: IKey | undefined) {
    super(scope, id);
    this.keys = new Secret(this, 'Keys', {
      description: 'Plumbline: keys of models and sources by the names of their variables, as one flat JSON object',
      // No key is written here: an object without entries. Later deployments leave what was put into it alone.
      secretObjectValue: {},
      removalPolicy: RemovalPolicy.RETAIN,
      ...(key ? { encryptionKey: key } : {}),
    });
    pinLogicalId(this.keys, 'Keys');
    acknowledge(this.keys, {
      'AwsSolutions-SMG4':
        'Keys are issued by other companies and are rotated by hand there; docs/operations.md says how.',
    });
  }
}
