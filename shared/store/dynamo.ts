import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { conditionOf, Expression, updateOf } from './dynamo-expression.ts';
import { ConditionFailed, StoreUnavailable, TableThrottled } from './errors.ts';
import type { Change, Condition, Json, Key, Query, Row, Table } from './ports.ts';

const THROTTLES = ['ProvisionedThroughputExceededException', 'ThrottlingException', 'RequestLimitExceeded'];

/** Table on DynamoDB, and on anything that speaks its protocol. Single-item writes only; reads are consistent. */
export class DynamoTable implements Table {
  private readonly client: DynamoDBDocumentClient;
  private readonly name: string;

  constructor(name: string, client: DynamoDBClient = new DynamoDBClient({})) {
    this.name = name;
    this.client = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  }

  async get(key: Key): Promise<Row | undefined> {
    const { Item } = await this.send(key, () =>
      this.client.send(new GetCommand({ TableName: this.name, Key: key, ConsistentRead: true })),
    );
    return Item ? withoutKey(Item) : undefined;
  }

  async put(key: Key, row: Row, condition?: Condition): Promise<void> {
    const e = new Expression();
    const ConditionExpression = conditionOf(condition, e);
    await this.send(key, () =>
      this.client.send(
        new PutCommand({
          TableName: this.name,
          Item: { ...row, ...key },
          ...(ConditionExpression === undefined ? {} : { ConditionExpression, ...e.attributes() }),
        }),
      ),
    );
  }

  async update(key: Key, change: Change, condition?: Condition): Promise<Row> {
    const e = new Expression();
    const ConditionExpression = conditionOf(condition, e);
    const UpdateExpression = updateOf(change, e);
    const { Attributes } = await this.send(key, () =>
      this.client.send(
        new UpdateCommand({
          TableName: this.name,
          Key: key,
          ReturnValues: 'ALL_NEW',
          ...(UpdateExpression === undefined ? {} : { UpdateExpression }),
          ...(ConditionExpression === undefined ? {} : { ConditionExpression }),
          ...e.attributes(),
        }),
      ),
    );
    return withoutKey(Attributes ?? {});
  }

  async delete(key: Key, condition?: Condition): Promise<void> {
    const e = new Expression();
    const ConditionExpression = conditionOf(condition, e);
    await this.send(key, () =>
      this.client.send(
        new DeleteCommand({
          TableName: this.name,
          Key: key,
          ...(ConditionExpression === undefined ? {} : { ConditionExpression, ...e.attributes() }),
        }),
      ),
    );
  }

  async query({ pk, prefix = '', after, descending = false, limit }: Query): Promise<(Row & Key)[]> {
    const rows: (Row & Key)[] = [];
    const range = rangeOf(prefix, after, descending);
    let start: Record<string, Json> | undefined;
    do {
      const found = await this.send({ pk, sk: prefix }, () =>
        this.client.send(
          new QueryCommand({
            TableName: this.name,
            ConsistentRead: true,
            ScanIndexForward: !descending,
            KeyConditionExpression: `pk = :pk${range.expression}`,
            ExpressionAttributeValues: { ':pk': pk, ...range.values },
            // One more than asked for: the bound itself may come along and is left out below.
            ...(limit === undefined ? {} : { Limit: limit - rows.length + 1 }),
            ...(start ? { ExclusiveStartKey: start } : {}),
          }),
        ),
      );
      for (const item of found.Items ?? []) if (item.sk !== after) rows.push(item as Row & Key);
      start = found.LastEvaluatedKey as Record<string, Json> | undefined;
    } while (start && (limit === undefined || rows.length < limit));
    return limit === undefined ? rows : rows.slice(0, limit);
  }

  private async send<T>(key: Key, call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (cause) {
      const name = cause instanceof Error ? cause.name : '';
      const where = `${key.pk} / ${key.sk}`;
      if (name === 'ConditionalCheckFailedException') {
        throw new ConditionFailed(`A condition did not hold on ${where}; read it again before writing.`, { cause });
      }
      if (THROTTLES.includes(name)) {
        throw new TableThrottled(`The table throttled a request on ${where}; it is tried again.`, { cause });
      }
      if (name === 'ValidationException') throw cause;
      const what = cause instanceof Error ? cause.message : String(cause);
      throw new StoreUnavailable(`The table did not answer for ${where}: ${what}. It is tried again.`, { cause });
    }
  }
}

function withoutKey(item: Record<string, unknown>): Row {
  const { pk: _pk, sk: _sk, ...row } = item;
  return row as Row;
}

/** A sort key takes one range condition: prefix and bound become one BETWEEN (both ends included). */
function rangeOf(prefix: string, after: string | undefined, descending: boolean) {
  if (after === undefined) {
    return prefix === ''
      ? { expression: '', values: {} }
      : { expression: ' AND begins_with(sk, :p)', values: { ':p': prefix } };
  }
  if (prefix === '') return { expression: ` AND sk ${descending ? '<' : '>'} :a`, values: { ':a': after } };
  const low = descending ? prefix : after > prefix ? after : prefix;
  const high = descending ? (after < `${prefix}\uffff` ? after : `${prefix}\uffff`) : `${prefix}\uffff`;
  if (low > high) return { expression: ' AND sk BETWEEN :l AND :l', values: { ':l': `${prefix}\uffff` } };
  return { expression: ' AND sk BETWEEN :l AND :h', values: { ':l': low, ':h': high } };
}
