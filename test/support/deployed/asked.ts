import { ACCOUNT, REGION, type Statement } from '../../../infra/check/template.ts';

/** A request as IAM sees it: who asks for which action on which resource. */
export interface Asked {
  readonly who: string;
  readonly service: string;
  readonly pairs: readonly { readonly action: string; readonly resource: string }[];
}

export interface Incoming {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

/** What a signed request asks for. @throws {Error} for one that no rule here knows */
export function askedBy(request: Incoming): Asked {
  const credential = /Credential=([^,&\s]+)/.exec(
    request.headers.authorization ?? `Credential=${request.url.searchParams.get('X-Amz-Credential') ?? ''}`,
  )![1]!;
  const [who, , , service] = credential.split('/') as [string, string, string, string];
  return { who, service, pairs: pairsOf(service, request) };
}

function pairsOf(service: string, request: Incoming): Asked['pairs'] {
  const arn = (rest: string) => `arn:aws:${service}:${REGION}:${ACCOUNT}:${rest}`;
  const target = String(request.headers['x-amz-target'] ?? '').split('.')[1] ?? '';
  const text = request.body.toString('utf8');
  if (service === 's3') return objectPairs(request);
  if (service === 'dynamodb')
    return [{ action: `dynamodb:${target}`, resource: arn(`table/${(JSON.parse(text) as Body).TableName}`) }];
  if (service === 'secretsmanager')
    return [{ action: `secretsmanager:${target}`, resource: String((JSON.parse(text) as Body).SecretId) }];
  if (service === 'states') {
    const { stateMachineArn, executionArn } = JSON.parse(text) as Body;
    // An alias is authorised by the machine's own ARN; a task token belongs to the machine that made it.
    const machine = stateMachineArn?.split(':').slice(0, 7).join(':') ?? arn('stateMachine:Plumbline-research');
    return [{ action: `states:${target}`, resource: executionArn ?? machine }];
  }
  if (service === 'sns') {
    const form = new URLSearchParams(text);
    return [{ action: `sns:${form.get('Action')}`, resource: String(form.get('TopicArn')) }];
  }
  if (service === 'scheduler') return schedulePairs(request, arn);
  if (service === 'lambda') {
    const name = decodeURIComponent(request.url.pathname.split('/')[3]!);
    return [{ action: 'lambda:InvokeFunction', resource: name }];
  }
  throw new Error(`${service} is asked, which test/support/deployed/asked.ts does not know.`);
}

type Body = Readonly<Record<string, string | undefined>>;

function objectPairs({ method, url, body }: Incoming): Asked['pairs'] {
  const [, bucket, ...rest] = url.pathname.split('/');
  const key = decodeURIComponent(rest.join('/'));
  const at = (resource: string) => `arn:aws:s3:::${bucket}${resource}`;
  if (key === '' && url.searchParams.has('versions')) return [{ action: 's3:ListBucketVersions', resource: at('') }];
  if (key === '' && method === 'GET') return [{ action: 's3:ListBucket', resource: at('') }];
  if (key === '' && url.searchParams.has('delete')) {
    return [...body.toString('utf8').matchAll(/<Object>(.*?)<\/Object>/gs)].map(([, object]) => ({
      action: object!.includes('<VersionId>') ? 's3:DeleteObjectVersion' : 's3:DeleteObject',
      resource: at(`/${/<Key>(.*?)<\/Key>/.exec(object!)![1]}`),
    }));
  }
  const action = { GET: 'GetObject', HEAD: 'GetObject', PUT: 'PutObject', DELETE: 'DeleteObject' }[method];
  return [{ action: `s3:${action}`, resource: at(`/${key}`) }];
}

function schedulePairs({ method, url, body }: Incoming, arn: (rest: string) => string): Asked['pairs'] {
  const verb = { POST: 'Create', PUT: 'Update', DELETE: 'Delete' }[method];
  const name = url.pathname.split('/')[2]!;
  if (method === 'DELETE')
    return [
      { action: 'scheduler:DeleteSchedule', resource: arn(`schedule/${url.searchParams.get('groupName')}/${name}`) },
    ];
  const { GroupName, Target } = JSON.parse(body.toString('utf8')) as { GroupName: string; Target: { RoleArn: string } };
  return [
    { action: `scheduler:${verb}Schedule`, resource: arn(`schedule/${GroupName}/${name}`) },
    { action: 'iam:PassRole', resource: Target.RoleArn },
  ];
}

/** What of it the statements do not allow. */
export function refused(statements: readonly Statement[], pairs: Asked['pairs']): string[] {
  return pairs
    .filter(
      ({ action, resource }) =>
        !statements.some(
          ({ actions, resources }) => actions.includes(action) && resources.some((glob) => matches(glob, resource)),
        ),
    )
    .map(({ action, resource }) => `${action} ${resource}`);
}

function matches(glob: string, text: string): boolean {
  const pattern = glob.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pattern.join('.*')}$`, 's').test(text);
}
