import { spawn } from 'node:child_process';

/** Opens an address or a file with the desktop's program for it; says so when there is none. */
export function launch(target: string): void {
  const opener = process.platform === 'darwin' ? 'open' : process.platform === 'win32' ? 'explorer' : 'xdg-open';
  const child = spawn(opener, [target], { stdio: 'ignore', detached: true });
  child.on('error', () => process.stderr.write('No program to open it with was found; open the path above.\n'));
  child.unref();
}
