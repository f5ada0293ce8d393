/** What a token may do; in the user pool the names stand below the resource server `plumbline`. */
export const SCOPES = {
  'runs.read': 'See runs, their plans, transcripts and files',
  'runs.write': 'Start, answer, resume, cancel and delete runs',
  'schedules.read': 'See schedules and their digests',
  'schedules.write': 'Make, change, pause and delete schedules',
} as const;
export type Scope = keyof typeof SCOPES;

export const RESOURCE_SERVER = 'plumbline';
export const scopeName = (scope: Scope): string => `${RESOURCE_SERVER}/${scope}`;
