import type { Command } from 'commander';
import { loginPath, readLogin, saveLogin } from '../../shared/api/login-store.ts';
import { UsageError } from '../../shared/contracts/errors.ts';
import { login } from '../login/login.ts';
import { launch } from './browser.ts';
import type { LoginOptions } from './commands/login.ts';
import { endpointOf } from './endpoint.ts';

/** Signs a person in at a deployed API, or out. */
export async function loginAction(options: LoginOptions, command: Command): Promise<void> {
  const endpoint = endpointOf(command);
  if (endpoint === undefined || !/^https?:\/\/\S+$/.test(endpoint))
    throw new UsageError('Say where: plumbline login --endpoint https://…, output Endpoint of the stack.');
  if (options.out) {
    await saveLogin(endpoint, null, process.env);
    process.stdout.write(`Signed out at ${endpoint}.\n`);
    return;
  }
  const port = Number(options.port);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new UsageError(`--port: "${options.port}" is no port.`);
  const show = (address: string): void => {
    process.stderr.write(`Sign in here (it should open by itself):\n  ${address}\n`);
    launch(address);
  };
  await login(endpoint, await poolOf(endpoint, options), { show, port }, process.env);
  process.stdout.write(`Signed in at ${endpoint}; the login is in ${loginPath(process.env)}.\n`);
}

/** From the options, the environment, or the login before. */
async function poolOf(endpoint: string, options: LoginOptions): Promise<{ domain: string; clientId: string }> {
  const before = await readLogin(endpoint, process.env);
  const known = before === undefined ? undefined : new URL(before.tokenUrl).origin;
  const domain = options.signIn ?? process.env.PLUMBLINE_SIGN_IN ?? known;
  const clientId = options.clientId ?? process.env.PLUMBLINE_LOGIN_CLIENT ?? before?.clientId;
  if (domain === undefined || clientId === undefined) {
    throw new UsageError(
      'Give --sign-in and --client-id: the outputs SignIn and ClientId of the deployed stack. They are remembered.',
    );
  }
  if (!URL.canParse(domain)) throw new UsageError(`--sign-in: "${domain}" is no address.`);
  return { domain, clientId };
}
