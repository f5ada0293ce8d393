import { Duration } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';

/** A queue for what could not be delivered: kept two weeks, watched by an alarm. */
export function deadLetters(scope: Construct, id: string, key: IKey | undefined): Queue {
  const queue = new Queue(scope, id, {
    retentionPeriod: Duration.days(14),
    enforceSSL: true,
    ...(key
      ? { encryption: QueueEncryption.KMS, encryptionMasterKey: key }
      : { encryption: QueueEncryption.SQS_MANAGED }),
  });
  acknowledge(queue, { 'AwsSolutions-SQS3': 'It is itself the queue for dead letters.' });
  return queue;
}
