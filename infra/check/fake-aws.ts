import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tinyPdf } from './tiny-pdf.ts';

/** A loopback address that answers the AWS SDK like an account with nothing in it, and counts what it is asked. */
export interface FakeAws {
  readonly url: string;
  readonly asked: Map<string, number>;
  close(): Promise<void>;
}

const EMPTY: Readonly<Record<string, object>> = {
  'DynamoDB_20120810.GetItem': {},
  'DynamoDB_20120810.Query': { Items: [], Count: 0, ScannedCount: 0 },
  'DynamoDB_20120810.PutItem': {},
  'DynamoDB_20120810.UpdateItem': { Attributes: {} },
  'DynamoDB_20120810.DeleteItem': {},
  'secretsmanager.GetSecretValue': { SecretString: '{}', ARN: 'arn:aws:secretsmanager:us-east-1:1:secret:keys' },
  'AWSStepFunctions.StartExecution': { executionArn: 'arn:x', startDate: 0 },
};

export async function openFakeAws(): Promise<FakeAws> {
  const asked = new Map<string, number>();
  const server = createServer((request, response) => {
    request.resume().on('end', () => answer(request, response, asked));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, asked, close: () => closed(server) };
}

function answer(request: IncomingMessage, response: ServerResponse, asked: Map<string, number>): void {
  const target = request.headers['x-amz-target'];
  const path = new URL(request.url ?? '/', 'http://localhost').pathname;
  const what = typeof target === 'string' ? target : `${request.method} ${path.replace(/[0-9a-f]{64}/, '<hash>')}`;
  asked.set(what, (asked.get(what) ?? 0) + 1);
  if (typeof target === 'string') {
    const body = EMPTY[target];
    response.writeHead(body ? 200 : 400, { 'content-type': 'application/x-amz-json-1.0' });
    response.end(JSON.stringify(body ?? { __type: 'ExecutionDoesNotExist', message: 'There is none.' }));
  } else if (path === '/answer' && request.headers['content-type'] !== undefined) {
    // Where CloudFormation wants its answer, the signature covers the type: none.
    response.writeHead(403, { 'content-type': 'application/xml' });
    response.end('<?xml version="1.0"?><Error><Code>SignatureDoesNotMatch</Code></Error>');
  } else if (request.method === 'PUT') {
    response.writeHead(200, { etag: '"0"' }).end();
  } else if (path.endsWith('.pdf')) {
    response.writeHead(200, { 'content-type': 'application/pdf' }).end(tinyPdf('Plumbline reads this line'));
  } else if (/[?&](?:list-type|versions)/.test(request.url ?? '')) {
    response.writeHead(200, { 'content-type': 'application/xml' });
    response.end('<?xml version="1.0"?><ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>');
  } else {
    response.writeHead(404, { 'content-type': 'application/xml' });
    response.end('<?xml version="1.0"?><Error><Code>NoSuchKey</Code><Message>There is none.</Message></Error>');
  }
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve, reject) => server.close((error) => (error ? reject(error) : resolve())));
}
