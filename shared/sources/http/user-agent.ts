/**
 * The name under which services see us, with somebody to write to. Services answer agents without a contact more slowly, or
 * not at all.
 */
export function userAgent(version: string, contact: string | null, home: string | null): string {
  const details = [home === null ? null : `+${home}`, contact === null ? null : `mailto:${contact}`].filter(
    (part) => part !== null,
  );
  return `plumbline/${version}${details.length > 0 ? ` (${details.join('; ')})` : ''}`;
}
