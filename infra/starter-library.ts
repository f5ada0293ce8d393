import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { CustomResource } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { ROOT } from './bundle/root.ts';
import { LIBRARY_SPEC } from './bundle/specs.ts';
import type { Data } from './data.ts';
import { allow, dataStatements, type Grants, KEY_ACTIONS, PLACES } from './grants.ts';
import { handlerFunction } from './handler-function.ts';

const [FOLDER] = Object.keys(LIBRARY_SPEC.files!) as [string];
/** What the function that fills the bucket may do. */
export const LIBRARY_GRANTS: Grants = { objects: { library: ['read', 'write'] } };

/** Indexes the starter library into the bucket when its files have changed; deleting the stack leaves it there. */
export class StarterLibrary extends Construct {
  constructor(scope: Construct, id: string, props: { data: Data; logDays: number; key: IKey | undefined }) {
    super(scope, id);
    const { bucket } = props.data;
    const handler = handlerFunction(this, 'Indexer', {
      bundle: LIBRARY_SPEC,
      description: 'Plumbline deployment: indexes the starter library',
      memoryMb: 1024,
      seconds: 120,
      logDays: props.logDays,
      environment: { BUCKET_NAME: bucket.bucketName },
      statements: [
        ...dataStatements(props.data, LIBRARY_GRANTS),
        ...(props.key ? [allow(KEY_ACTIONS, [props.key.keyArn])] : []),
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
  for (const name of names)
    hash
      .update(name)
      .update('\0')
      .update(readFileSync(`${ROOT}${FOLDER}/${name}`));
  return hash.digest('hex');
}
