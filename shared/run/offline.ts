import type { RunRequest } from '../contracts/run.ts';

/** What was asked for and is left out because the run may use no network, a sentence each. */
export function leftOutOffline({
  offline,
  sources,
  model,
}: Pick<RunRequest, 'offline' | 'sources' | 'model'>): string[] {
  if (!offline) return [];
  const live = (sources ?? []).filter((source) => source !== 'library');
  const asked = model === 'anthropic' || model === 'bedrock';
  return [
    ...(live.length > 0 ? [`offline: ${live.join(', ')} left out, only the library was searched`] : []),
    ...(asked ? [`offline: ${model} was asked for, the extractive agents answered`] : []),
  ];
}
