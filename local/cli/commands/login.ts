import type { Command } from 'commander';

export interface LoginOptions {
  readonly signIn?: string;
  readonly clientId?: string;
  readonly port: string;
  readonly out?: boolean;
}

export function loginCommand(program: Command): void {
  program
    .command('login')
    .description('sign in at a deployed API by your browser; the login is stored for you alone and renews itself')
    .option('--sign-in <url>', 'the sign-in page, output SignIn of the stack (PLUMBLINE_SIGN_IN)')
    .option('--client-id <id>', 'the client of the command line, output ClientId of the stack (PLUMBLINE_LOGIN_CLIENT)')
    .option('--port <n>', 'port of this machine the browser comes back to, as the stack allows it', '53682')
    .option('--out', 'forget the login instead')
    .action(async (options: LoginOptions, self: Command) =>
      (await import('../login-action.ts')).loginAction(options, self),
    );
}
