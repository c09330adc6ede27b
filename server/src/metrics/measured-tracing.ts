import { performance } from 'node:perf_hooks';
import { isCopydeskError } from '@copydesk/contract/errors';
import type { Attributes, Tracing } from '../agent/call/tracing.ts';
import type { EndedWork, ReportedTokens } from './metrics.ts';
import type { Registered } from './registry.ts';

/** Returns the price of a model's tokens in US dollars, or undefined when the price is not known. */
export type CostOfTokens = (model: string, tokens: ReportedTokens) => number | undefined;

/** Wraps a tracing: passes every call on to it, and reports each piece of a job's work to `onEnd` when it ends. */
export function watchedTracing(next: Tracing, onEnd: (work: EndedWork) => void): Tracing {
  return {
    async within(draft, work) {
      const start = performance.now();
      const record: Omit<EndedWork, 'seconds'> = {
        name: draft.name,
        attributes: { ...draft.attributes },
        failure: undefined,
      };
      try {
        return await next.within(draft, (span) =>
          work({
            set(attributes) {
              Object.assign(record.attributes, attributes);
              span.set(attributes);
            },
            fail(type) {
              record.failure = type;
              span.fail(type);
            },
          }),
        );
      } catch (error) {
        record.failure ??= codeOf(error);
        throw error;
      } finally {
        onEnd({ ...record, seconds: (performance.now() - start) / 1000 });
      }
    },
  };
}

/** Returns a function that records finished work in the metrics. */
export function workRecorder({ put }: Pick<Registered, 'put'>, costOf: CostOfTokens): (work: EndedWork) => void {
  const nameOf = boundedNames();
  return (work) => measure(work, { put, costOf, nameOf });
}

interface Measuring {
  put: Registered['put'];
  costOf: CostOfTokens;
  nameOf: (model: string) => string;
}

const hostCalls = new Map([
  ['git fetch', 'fetch'],
  ['git push', 'push'],
  ['pull request', 'pull_request'],
  ['host poll', 'poll'],
  ['host event', 'event'],
  ['host checks', 'checks'],
  ['host answers', 'answers'],
]);

function measure(work: EndedWork, where: Measuring): void {
  const { put } = where;
  const { name, attributes, failure, seconds } = work;
  const operation = attributes['gen_ai.operation.name'];
  const host = hostCalls.get(name);
  if (operation === 'chat') return measureCall(work, where);
  if (operation === 'invoke_agent') return measureTurn(work, where);
  if (operation === 'execute_tool') {
    return put('copydesk_tool_call_seconds', seconds, { tool: String(attributes['gen_ai.tool.name']) });
  }
  if (host === undefined) return put('copydesk_stage_seconds', seconds, { stage: name });
  put('copydesk_host_call_seconds', seconds, { call: host });
  if (failure !== undefined) put('copydesk_host_errors_total', 1, { call: host, code: failure });
}

function measureTurn({ attributes, failure, seconds }: EndedWork, { put }: Measuring): void {
  const waited = attributes['copydesk.job.wait_seconds'];
  if (typeof waited === 'number') put('copydesk_job_wait_seconds', waited);
  put('copydesk_turn_seconds', seconds, { outcome: String(attributes['copydesk.turn.outcome'] ?? 'left') });
  if (failure !== undefined && !endedEarly.has(failure)) put('copydesk_turn_errors_total', 1, { code: failure });
}

function measureCall({ attributes, failure, seconds }: EndedWork, { put, costOf, nameOf }: Measuring): void {
  const whole = String(attributes['copydesk.model.name']);
  const model = nameOf(whole);
  put('copydesk_model_call_seconds', seconds, { model });
  if (failure !== undefined && !endedEarly.has(failure))
    put('copydesk_model_errors_total', 1, { model, code: failure });
  const tokens = tokensOf(attributes);
  const kinds = {
    input: tokens.inputTokens,
    cached: tokens.cachedInputTokens,
    cache_write: tokens.cacheWriteTokens,
    output: tokens.outputTokens,
  };
  for (const [kind, count] of Object.entries(kinds))
    if (count > 0) put('copydesk_model_tokens_total', count, { model, kind });
  const cost = costOf(whole, tokens);
  if (cost !== undefined && cost > 0) put('copydesk_model_cost_usd_total', cost, { model });
}

function tokensOf(attributes: Attributes): ReportedTokens {
  const count = (name: string): number => {
    const value = attributes[`gen_ai.usage.${name}`];
    return typeof value === 'number' ? value : 0;
  };
  return {
    inputTokens: count('input_tokens'),
    cachedInputTokens: count('cache_read.input_tokens'),
    cacheWriteTokens: count('cache_creation.input_tokens'),
    outputTokens: count('output_tokens'),
  };
}

/**
 * The worker stops, or the job was archived or taken over: these are not failures of the model, tool or service that
 * was called.
 */
const endedEarly = new Set(['draining', 'lease_lost', 'aborted']);

function codeOf(error: unknown): string {
  if (isCopydeskError(error)) return error.code;
  return error instanceof Error && error.name === 'AbortError' ? 'aborted' : 'internal';
}

/** Each name is a time series that never goes away, and projects choose the names of their models themselves. */
const mostNames = 50;

function boundedNames(): (name: string) => string {
  const known = new Set<string>();
  return (name) => {
    if (known.size < mostNames) known.add(name);
    return known.has(name) ? name : 'other';
  };
}
