import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';

/** Two topics: what readers are told (digests), and what operators are told (alarms). */
export class Notices extends Construct {
  readonly digests: Topic;
  readonly alarms: Topic;

  constructor(scope: Construct, id: string, email: string | null, key: IKey | undefined) {
    super(scope, id);
    const topic = (name: string, displayName: string) =>
      new Topic(this, name, { displayName, enforceSSL: true, ...(key ? { masterKey: key } : {}) });
    this.digests = topic('Digests', 'Plumbline digests');
    this.alarms = topic('Alarms', 'Plumbline alarms');
    if (email !== null) {
      this.digests.addSubscription(new EmailSubscription(email));
      this.alarms.addSubscription(new EmailSubscription(email));
    }
  }
}
