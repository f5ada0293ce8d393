/** The Node that type stripping and the Lambda runtime need. */
const NEEDED = 24;

/** Ends the process with one line when Node is older than what the project runs on. */
export function checkNode(version: string): void {
  if (Number(version.split('.')[0]) >= NEEDED) return;
  process.stderr.write(
    `\u2717 Plumbline needs Node ${NEEDED} or newer; this is ${version}. On glibc Linux \`npm ci\` brings it and \`npm run -s plumbline\` uses it; elsewhere install it first.\n`,
  );
  process.exit(2);
}
