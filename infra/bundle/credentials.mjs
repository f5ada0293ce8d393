/**
 * Stands in for the SDK's chain of credential providers: a function has its role's credentials in its environment, and
 * nowhere else to look.
 */
export const fromEnv = () => async () => {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = process.env;
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) throw new Error('The environment has no credentials of AWS.');
  return {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN ? { sessionToken: AWS_SESSION_TOKEN } : {}),
  };
};
export const fromNodeProviderChain = fromEnv;
export const createCredentialChain = (first) => first;
