import { RemovalPolicy } from 'aws-cdk-lib';
import { Code, LayerVersion } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { ROOT } from './bundle/root.ts';

/** Where Lambda puts what is in the layer; the embedder reads the variable. */
export const MODEL_ENVIRONMENT = { PLUMBLINE_EMBEDDER_MODEL: '/opt/static.bin' } as const;

/**
 * The static embedder's model file as a layer: twelve megabytes once, not once for each step that compares texts and
 * again with each version that is kept. Versions stay, since older versions of functions refer to them.
 */
export function embedderModel(scope: Construct): LayerVersion {
  return new LayerVersion(scope, 'EmbedderModel', {
    description: 'Plumbline: word vectors of the static embedder',
    code: Code.fromAsset(`${ROOT}shared/collate/embed/model`, { exclude: ['*.md'] }),
    removalPolicy: RemovalPolicy.RETAIN,
  });
}
