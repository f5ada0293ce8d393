import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, BillingMode, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { acknowledge, pinLogicalId } from './acknowledge.ts';

/** Attribute with the second after which a row is nobody's any more; expiry is checked in code, this only tidies up. */
export const TTL_ATTRIBUTE = 'ttl';

/** Everything that must survive: one table, one bucket. Both stay when the stack goes. */
export class Data extends Construct {
  readonly table: Table;
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, key: IKey | undefined) {
    super(scope, id);
    this.table = this.buildTable(key);
    this.bucket = this.buildBucket(key, this.buildAccessLogs());
  }

  private buildTable(key: IKey | undefined): Table {
    const table = new Table(this, 'Table', {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true, recoveryPeriodInDays: 35 },
      deletionProtection: true,
      timeToLiveAttribute: TTL_ATTRIBUTE,
      removalPolicy: RemovalPolicy.RETAIN,
      ...(key
        ? { encryption: TableEncryption.CUSTOMER_MANAGED, encryptionKey: key }
        : { encryption: TableEncryption.DEFAULT }),
    });
    pinLogicalId(table, 'Table');
    return table;
  }

  private buildBucket(key: IKey | undefined, logs: Bucket): Bucket {
    const bucket = new Bucket(this, 'Bucket', {
      versioned: true,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      serverAccessLogsBucket: logs as IBucket,
      serverAccessLogsPrefix: 'access/',
      removalPolicy: RemovalPolicy.RETAIN,
      ...(key
        ? { encryption: BucketEncryption.KMS, encryptionKey: key, bucketKeyEnabled: true }
        : { encryption: BucketEncryption.S3_MANAGED }),
      lifecycleRules: [
        { id: 'parts', abortIncompleteMultipartUploadAfter: Duration.days(7) },
        { id: 'versions', noncurrentVersionExpiration: Duration.days(35), expiredObjectDeleteMarker: true },
        { id: 'responses', prefix: 'cache/', expiration: Duration.days(30) },
      ],
    });
    pinLogicalId(bucket, 'Bucket');
    return bucket;
  }

  private buildAccessLogs(): Bucket {
    const logs = new Bucket(this, 'AccessLogs', {
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      removalPolicy: RemovalPolicy.RETAIN,
      lifecycleRules: [{ id: 'old', expiration: Duration.days(90) }],
    });
    pinLogicalId(logs, 'AccessLogs');
    acknowledge(logs, { 'AwsSolutions-S1': 'It holds the access logs; logging its own would never end.' });
    return logs;
  }
}
