/**
 * A template as a text that changes only when something changes in it that matters: without hashes of assets and of
 * versions, and without the state machine's definition, which has a file of its own.
 */
export function withoutHashes(template: object): string {
  const text = JSON.stringify(
    template,
    (key, value: unknown) => (key === 'DefinitionString' ? '<definition>' : key === 'files' ? '<hash>' : value),
    1,
  );
  return `${text
    .replace(/[0-9a-f]{64}/g, '<hash>')
    .replace(/(CurrentVersion[0-9A-F]{8})[0-9a-f]{32}/g, '$1<hash>')
    .replace(/(Deployment[0-9A-F]{8})[0-9a-f]{32}/g, '$1<hash>')}\n`;
}
