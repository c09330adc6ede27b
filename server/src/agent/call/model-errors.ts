import { CopydeskError, isCopydeskError } from '@copydesk/contract';
import { APICallError } from 'ai';
import { diagnose } from './model-diagnosis.ts';
import type { Diagnosis } from './model-diagnosis.ts';
import { causeChain, readFault } from './model-faults.ts';
import type { FailedCall, Fault } from './model-faults.ts';
import { networkError } from './model-network.ts';
import { BrokenOff } from './model-stream.ts';
import { retryAfter } from './retry-after.ts';

/**
 * Turns a failed model call into an error for the job. A CopydeskError is returned as it is, even from within the SDK's
 * wrappers. Everything else becomes
 * - `model_not_configured` when a setting is wrong: key, model, address, certificate, a model without tools;
 * - `context_too_long` when the conversation does not fit the model;
 * - `model_refused` when the provider refuses the content of the request;
 * - `model_failed`, `retryable` when the same call may succeed later, with `retryAfterSeconds` when the provider says
 *   when.
 *
 * The SDK's errors contain the whole prompt, the address and the headers. None of those is passed on; the provider's
 * own message is, shortened and without the key.
 */
export function modelError(error: unknown, model: FailedCall['model'], now: () => Date): CopydeskError {
  const chain = causeChain(error);
  const ours = chain.find((cause) => isCopydeskError(cause));
  if (ours !== undefined) return ours;
  const fault = readFault(error);
  const call = {
    model,
    fault,
    provider: `The provider of the model ${model.name}`,
    cause: errorForLog(error, fault, model),
  };
  const diagnosis = diagnose(fault);
  if (diagnosis !== 'unknown')
    return answers[diagnosis](
      call,
      now,
      chain.some((cause) => cause instanceof BrokenOff),
    );
  const unreached = chain.some((cause) => APICallError.isInstance(cause) && cause.statusCode === undefined);
  if (unreached) return networkError(call);
  if (chain.some(isTimeout)) return failedError(call, `The model ${model.name} did not end its answer in time.`);
  return failedError(call, `The call of the model ${model.name} broke off.${quoteProvider(call)}`);
}

/** Returns the error for a conversation that is longer than the model's window. */
export function contextTooLong(name: string, said = '', cause?: Error): CopydeskError {
  const detail = `The conversation is too long for the model ${name}.${said} Use a model with a larger window, or ask for less at once.`;
  return new CopydeskError('context_too_long', detail, { cause });
}

type Answer = (call: FailedCall, now: () => Date, inStream: boolean) => CopydeskError;

const answers: Record<Exclude<Diagnosis, 'unknown'>, Answer> = {
  window: (call) => contextTooLong(call.model.name, quoteProvider(call), call.cause),
  credit: (call) =>
    failedError(
      call,
      `${call.provider} has no credit left for the key${formatStatus(call)}.${quoteProvider(call)} Add credit there, or raise its limit; then send a message: the job continues from there.`,
      {
        retryable: false,
      },
    ),
  tools: (call) =>
    misconfiguredError(
      call,
      `The model ${call.model.name} cannot call tools, or its server was started without them.${quoteProvider(call)} Use a model with tools, or start its server with them.`,
    ),
  memory: (call) =>
    misconfiguredError(
      call,
      `The server of the model ${call.model.name} cannot load it.${quoteProvider(call)} Use a smaller model, or a larger machine.`,
    ),
  refused: (call) =>
    new CopydeskError(
      'model_refused',
      `${call.provider} refuses the instruction, or the pages that it concerns.${quoteProvider(call)} Rephrase the instruction, or use another model.`,
      {
        cause: call.cause,
      },
    ),
  region: (call) =>
    misconfiguredError(
      call,
      `${call.provider} serves no calls from the location of this server${formatStatus(call)}.${quoteProvider(call)} Use another provider, or a gateway, by ${addressPlace(call)}.`,
    ),
  key: (call) =>
    misconfiguredError(
      call,
      `${call.provider} refuses the key${formatStatus(call)}.${quoteProvider(call)} Check ${keyPlace(call)}.`,
    ),
  model: (call) =>
    misconfiguredError(
      call,
      `${call.provider} does not know the model, or the key may not use it${formatStatus(call)}.${quoteProvider(call)} Check the model's name${call.model.endpoint?.isOwnAddress === false ? `, and ${addressPlace(call)}` : ''}.`,
    ),
  address: (call) =>
    misconfiguredError(
      call,
      `${call.provider} is not at ${call.model.endpoint?.address ?? 'the given address'}: the server there does not have its API${formatStatus(call)}.${quoteProvider(call)} Check ${addressPlace(call)}.${otherApi(call)}`,
    ),
  busy: (call, now, inStream) => {
    const what = inStream
      ? `The answer of the model ${call.model.name} broke off.`
      : `${call.provider} answered${call.fault.status === undefined ? ' that it is busy' : ` with status ${call.fault.status}`}.`;
    return failedError(call, `${what}${quoteProvider(call)}`, { retryAfterSeconds: retryAfter(call.fault, now) });
  },
  invalid: (call) =>
    failedError(
      call,
      `${call.provider} refused the call${call.fault.status === undefined ? '' : ` with status ${call.fault.status}`}.${quoteProvider(call)}`,
      { retryable: false },
    ),
};

function failedError(
  call: FailedCall,
  detail: string,
  extras: { retryable?: boolean; retryAfterSeconds?: number } = {},
): CopydeskError {
  return new CopydeskError('model_failed', detail, { ...extras, cause: call.cause });
}

function misconfiguredError(call: FailedCall, detail: string): CopydeskError {
  return new CopydeskError('model_not_configured', detail, { cause: call.cause });
}

function formatStatus({ fault }: FailedCall): string {
  return fault.status === undefined ? '' : ` (status ${fault.status})`;
}

function keyPlace({ model }: FailedCall): string {
  return model.endpoint?.keyPlace ?? 'the key in the settings';
}

function addressPlace({ model }: FailedCall): string {
  return model.endpoint?.addressPlace ?? 'the address in the settings';
}

/** Adds a hint: many endpoints that claim OpenAI compatibility have only its older API. */
function otherApi({ model }: FailedCall): string {
  if (!model.name.startsWith('openai/')) return '';
  return ` An endpoint that has chat completions and no Responses API is compatible/${model.name.slice(7)}, by COMPATIBLE_BASE_URL.`;
}

/** Returns the provider's message, on one line. */
function quoteProvider(call: FailedCall): string {
  const words = shorten(call.fault.message, call.model);
  return words === '' ? '' : ` It says: "${words}".`;
}

function shorten(text: string, model: FailedCall['model']): string {
  const line = (model.endpoint?.hide(text) ?? text).replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 200).toWellFormed()}…` : line.replace(/\.$/, '');
}

function isTimeout(cause: unknown): boolean {
  return cause instanceof Error && (cause.name === 'TimeoutError' || cause.name === 'AbortError');
}

/** Returns an error for the log, in place of one that contains the prompt and the headers. */
function errorForLog(error: unknown, fault: Fault, model: FailedCall['model']): Error {
  const name = error instanceof Error ? error.name : 'Error';
  const facts = [fault.status, fault.networkCode, ...fault.kinds, shorten(fault.message, model)].filter(Boolean);
  return new Error([name, ...facts].join(' '));
}
