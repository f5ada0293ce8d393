import type { Construct } from 'constructs';
import * as z from 'zod';

const flag = z.preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean());
const amount = z.coerce.number();
/** A JSON list in cdk.json, a comma-separated one on the command line. */
const list = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',').filter((part) => part !== '') : value),
  z.array(z.string()),
);

/** What a deployment may choose: `-c plumbline:<name>=<value>`, or the same key in the context of cdk.json. */
const Settings = z.object({
  /** Grants Bedrock and offers it to runs that ask for it. */
  bedrock: flag.default(false),
  /** One key of the customer's for table, bucket, topic and queues; US$ 1 a month. */
  kms: flag.default(false),
  /** Where notices and alarms go; without it the topics have no subscriber. */
  email: z.email().nullable().default(null),
  /** An address that scholarly services ask for; some sources need it. */
  contact: z.email().nullable().default(null),
  /** US$ a month for AWS, and US$ a day for models, above which an alarm goes out. */
  monthlyBudget: amount.pipe(z.number().positive()).default(25),
  dailyModelBudget: amount.pipe(z.number().positive()).default(20),
  /** Where a browser comes back to after signing in: the CLI's listener, a console. */
  callbacks: list.default(['http://localhost:53682/callback']),
  /** Names of machines with client credentials; each costs US$ 6 a month. */
  machines: list.pipe(z.array(z.string().regex(/^[a-z][a-z0-9-]{0,30}$/))).default([]),
  /** Prefix of the sign-in page's host; must be free in the region, and has none of AWS's own names in it. */
  domainPrefix: z
    .string()
    .regex(/^(?!.*(?:aws|amazon|cognito))[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/)
    .nullable()
    .default(null),
  /** Concurrent invocations kept for researchers and readers; 100 of the account's must stay unreserved. */
  reservedConcurrency: amount.pipe(z.number().int().positive()).nullable().default(null),
  /** What one owner may use: runs going at once, and tokens a month. */
  runsAtOnce: amount.pipe(z.number().int().positive()).default(5),
  tokensPerMonth: amount.pipe(z.number().int().positive()).default(50_000_000),
  /** What runs of `model: auto` are estimated with; say `extractive` where no key will be put into the secret. */
  autoModel: z.enum(['anthropic', 'bedrock', 'extractive']).default('anthropic'),
  /** Every method wants a key of the usage plan as well. */
  apiKeys: flag.default(false),
  logDays: z.coerce
    .number()
    .pipe(z.literal([1, 7, 14, 30, 60, 90, 180, 365]))
    .default(30),
});
export type Settings = z.infer<typeof Settings>;

/** @throws {Error} naming the setting that is not as described */
export function settingsOf(scope: Construct): Settings {
  const given: Record<string, unknown> = {};
  for (const name of Object.keys(Settings.shape)) {
    const value: unknown = scope.node.tryGetContext(`plumbline:${name}`);
    if (value !== undefined && value !== '') given[name] = value;
  }
  const parsed = Settings.safeParse(given);
  if (!parsed.success)
    throw new Error(`The context is not as described in infra/settings.ts:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
