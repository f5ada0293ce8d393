import type { Stage } from 'aws-cdk-lib/aws-apigateway';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';

/** Requests an address may make in five minutes: three a second, more than any client that polls. */
const PER_ADDRESS = 1000;

/** One rule: who asks too often is turned away before anything is paid for. */
export class Firewall extends Construct {
  readonly acl: CfnWebACL;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    const watched = (metricName: string) => ({
      cloudWatchMetricsEnabled: true,
      sampledRequestsEnabled: false,
      metricName,
    });
    this.acl = new CfnWebACL(this, 'Acl', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: watched('plumbline'),
      rules: [
        {
          name: 'rate',
          priority: 0,
          action: { block: {} },
          statement: { rateBasedStatement: { limit: PER_ADDRESS, aggregateKeyType: 'IP', evaluationWindowSec: 300 } },
          visibilityConfig: watched('plumbline-rate'),
        },
      ],
    });
    new CfnWebACLAssociation(this, 'Association', { resourceArn: stage.stageArn, webAclArn: this.acl.attrArn });
  }
}
