import { ModelError } from '../models/errors.ts';
import { usageOfFailure } from '../models/ledger.ts';
import type { BatchPort, ModelPort } from '../models/port.ts';
import { cost } from '../models/prices.ts';
import { usageOfFailedSearch } from '../models/search-bounds.ts';
import { METRICS } from './metrics.ts';

/** Takes US$ that a call has cost. */
export type CountCost = (usd: number) => void;

/**
 * Writes costs as a metric, in CloudWatch's embedded format: the alarm on spend looks at all runs together, which no run's
 * budget does. Straight to the stream, because Lambda wraps what `console` prints into a line of its own.
 */
export function cloudWatchCost(write: (line: string) => void = (line) => process.stdout.write(line)): CountCost {
  return (usd) => write(`${JSON.stringify(metricLine(usd, Date.now()))}\n`);
}

function metricLine(usd: number, Timestamp: number): object {
  const { namespace, service, modelCost } = METRICS;
  const CloudWatchMetrics = [
    { Namespace: namespace, Dimensions: [['service']], Metrics: [{ Name: modelCost, Unit: 'None' }] },
  ];
  return { _aws: { Timestamp, CloudWatchMetrics }, service, [modelCost]: usd };
}

type Search = NonNullable<ModelPort['search']>;

/** A provider whose calls are counted, failed ones by what they are charged. */
export function metered(port: ModelPort, count: CountCost): ModelPort {
  const search = port.search?.bind(port);
  return {
    id: port.id,
    models: port.models,
    batches: port.batches && meteredBatches(port.batches, count),
    count: (request, timeoutMs) => port.count(request, timeoutMs),
    ...(search === undefined ? {} : { search: meteredSearch(search, count) }),
    async complete(request, timeoutMs) {
      try {
        const reply = await port.complete(request, timeoutMs);
        count(cost(reply.usage, request.model, false));
        return reply;
      } catch (error) {
        if (error instanceof ModelError && error.spent !== 'nothing')
          count(cost(usageOfFailure(error.spent, request, Number.POSITIVE_INFINITY), request.model, false));
        throw error;
      }
    },
  };
}

function meteredSearch(search: Search, count: CountCost): Search {
  return async (request, timeoutMs) => {
    try {
      const reply = await search(request, timeoutMs);
      count(cost(reply.usage, request.model, false));
      return reply;
    } catch (error) {
      if (error instanceof ModelError && error.spent !== 'nothing')
        count(cost(usageOfFailedSearch(error, request), request.model, false));
      throw error;
    }
  };
}

/** A batch is charged when its answer comes; what is lost is not billed. */
function meteredBatches(batches: BatchPort, count: CountCost): BatchPort {
  return {
    submit: (...args) => batches.submit(...args),
    cancel: (...args) => batches.cancel(...args),
    async poll(...args) {
      const state = await batches.poll(...args);
      if (state.state === 'answered') count(cost(state.reply.usage, state.reply.model, true));
      return state;
    },
  };
}
