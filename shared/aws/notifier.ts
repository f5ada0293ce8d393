import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import type { Notifier } from '../schedule/notice.ts';

/** Notices through an SNS topic; subscriptions may filter by the attribute `owner`. */
export class SnsNotifier implements Notifier {
  private readonly topic: string;
  private readonly client: SNSClient;

  /** @param topic ARN */
  constructor(topic: string, client: SNSClient = new SNSClient({})) {
    this.topic = topic;
    this.client = client;
  }

  async notify(owner: string, subject: string, text: string): Promise<void> {
    await this.client.send(
      new PublishCommand({
        TopicArn: this.topic,
        Subject: subject,
        Message: text,
        MessageAttributes: { owner: { DataType: 'String', StringValue: owner } },
      }),
    );
  }
}
