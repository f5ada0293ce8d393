import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { CustomResource } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { Data } from './data.ts';
import { allow, dataStatements, type Grants, PLACES } from './grants.ts';
import { ROOT } from './bundle/bundle.ts';
import { handlerFunction } from './handler-function.ts';
import type { IKey } from 'aws-cdk-lib/aws-kms';

const FOLDER = 'local/library/data';
/** What the function that fills the bucket may do. */
export const LIBRARY_GRANTS: Grants = { objects: { library: ['read', 'write'] } };

/** Indexes the starter library into the bucket when its files have changed; deleting the stack leaves it there. */
export class StarterLibrary extends Construct {
  constructor(scope: Construct, id: string, props: { data: Data; logDays: number; key: IKey | undefined }) {
    super(scope, id);
    const { bucket } = props.data;
    const handler = handlerFunction(this, 'Indexer', {
      entry: 'infra/functions/index-library.ts',
      description: 'Plumbline deployment: indexes the starter library',
      memoryMb: 1024,
      seconds: 120,
      logDays: props.logDays,
      environment: { BUCKET_NAME: bucket.bucketName },
      files: { [FOLDER]: 'library' },
      statements: [
        ...dataStatements(props.data, LIBRARY_GRANTS),
        ...(props.key ? [allow(['kms:Decrypt', 'kms:GenerateDataKey'], [props.key.keyArn])] : []),
      ],
      wildcards: { [bucket.arnForObjects(PLACES.library)]: 'Files of the shared libraries.' },
    });
    new CustomResource(this, 'Index', {
      serviceToken: handler.functionArn,
      resourceType: 'Custom::PlumblineLibrary',
      properties: { id: 'starter', files: filesHash() },
    });
  }
}

/** Changes when a file of the library does, so that it is indexed again. */
function filesHash(): string {
  const hash = createHash('sha256');
  const names = readdirSync(`${ROOT}${FOLDER}`).sort();
  for (const name of names) hash.update(name).update('\0').update(readFileSync(`${ROOT}${FOLDER}/${name}`));
  return hash.digest('hex');
}
