import { BedrockRuntimeClient, InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import { BedrockEmbedder } from '../collate/embed/bedrock.ts';

/** Titan embeddings of this account and region. */
export function bedrockEmbedder(client: BedrockRuntimeClient = new BedrockRuntimeClient({})): BedrockEmbedder {
  return new BedrockEmbedder({
    invoke: async (modelId, body) => {
      const answer = await client.send(
        new InvokeModelCommand({ modelId, body, contentType: 'application/json', accept: 'application/json' }),
      );
      return new TextDecoder().decode(answer.body);
    },
  });
}
