import { APICallError, RetryError, TypeValidationError } from 'ai';
import { z } from 'zod';
import type { AgentModel } from '../model.ts';

/** What is known about a failed call, the same for every provider and error format. */
export interface Fault {
  status: number | undefined;
  /** The provider's own names for it: its codes, types, states and reasons, in lower case. */
  kinds: string[];
  /** The provider's message; empty when there is none. */
  message: string;
  /** The reply was an HTML page for people, which no API sends. */
  isPage: boolean;
  headers: Record<string, string>;
  /** The system's code for a failed connection, such as `ECONNREFUSED`. */
  networkCode: string | undefined;
  /** How long Google says to wait. */
  retryDelay: string | undefined;
}

/** A failed call, with what a message about it needs. */
export interface FailedCall {
  model: Pick<AgentModel, 'name' | 'endpoint'>;
  fault: Fault;
  /** `The provider of the model …`, which most messages begin with. */
  provider: string;
  /** For the log: the provider's message, without the prompt, the headers and the key. */
  cause: Error;
}

/**
 * Reads a failed call, both a reply with a status and an event in the middle of a stream.
 *
 * Shapes: Anthropic `{type: 'error', error: {type, message}}` (https://docs.claude.com/en/api/errors), OpenAI `{error:
 * {message, type, code}}` (https://developers.openai.com/docs/guides/error-codes), Google `{error: {code, message,
 * status, details: [{reason, retryDelay}]}}` (https://ai.google.dev/gemini-api/docs/troubleshooting), Azure's
 * `innererror.code`, FastAPI's `{detail}`, and `{error: 'text'}` of Ollama and LM Studio.
 */
export function readFault(error: unknown): Fault {
  const chain = causeChain(error);
  const call = chain.find((cause) => APICallError.isInstance(cause));
  const event = chain.map(eventIn).find((found) => found !== undefined);
  const body = call?.responseBody ?? '';
  const said = faultDetailsOf(event === undefined ? parsed(body) : (event.data ?? event));
  const status = event === undefined ? call?.statusCode : (event.statusCode ?? statusIn(event.code));
  return {
    ...said,
    // When a stream breaks off, its status only says how it began.
    status: status !== undefined && status >= 300 ? status : undefined,
    isPage: /^\s*(<!doctype html|<html|<head|<body)/i.test(body),
    headers: call?.responseHeaders ?? {},
    networkCode: chain.map(codeOf).find((code) => code !== undefined),
  };
}

/** Returns an error, its cause, and so on. */
export function causeChain(error: unknown): unknown[] {
  const chain: unknown[] = [];
  let next: unknown = error;
  while (next !== undefined && next !== null && chain.length < 10) {
    chain.push(next);
    if (RetryError.isInstance(next)) next = next.lastError;
    else if (next instanceof AggregateError) next = next.errors[0];
    else next = next instanceof Error ? next.cause : undefined;
  }
  return chain;
}

/** An error event of a stream as the providers' clients pass it on: parsed, or raw. */
const StreamEvent = z.looseObject({
  code: z.union([z.string(), z.number()]).nullish().catch(null),
  statusCode: z.number().optional().catch(undefined),
  data: z.unknown().optional(),
});

function eventIn(cause: unknown): z.infer<typeof StreamEvent> | undefined {
  if (typeof cause === 'string') return { message: cause };
  // An event that the client has no schema for, such as `{error: 'text'}`.
  if (TypeValidationError.isInstance(cause)) return StreamEvent.safeParse(cause.value).data;
  return cause instanceof Error ? undefined : StreamEvent.safeParse(cause).data;
}

const Text = z.string().nullish().catch(null);
const Code = z.union([z.string(), z.number()]).nullish().catch(null);

const Inner = z.object({
  message: Text,
  type: Text,
  code: Code,
  status: Code,
  innererror: z.object({ code: Text }).nullish().catch(null),
  details: z.unknown().optional(),
});

const Detail = z.object({ reason: Text, retryDelay: Text });

type FaultDetails = Pick<Fault, 'kinds' | 'message' | 'retryDelay'>;

/** Reads the body of a reply or the data of an event. */
function faultDetailsOf(value: unknown): FaultDetails {
  // Google sends errors of streams as a list with one item.
  const outer = asRecord(Array.isArray(value) ? value[0] : value);
  if (outer === undefined) return { kinds: [], message: '', retryDelay: undefined };
  const response = asRecord(outer.response);
  const inside = asRecord(outer.error) ?? asRecord(response?.error) ?? outer;
  const inner = Inner.parse(inside);
  const details = (Array.isArray(inner.details) ? inner.details : [inner.details])
    .map((detail) => Detail.safeParse(detail).data)
    .filter((detail) => detail !== undefined);
  const named = [inner.type, inner.code, inner.status, inner.innererror?.code, ...details.map(({ reason }) => reason)];
  const anthropic = asRecord(inner.details);
  return {
    kinds: [...named, anthropic?.error_code]
      .filter((kind) => typeof kind === 'string')
      .map((kind) => kind.toLowerCase()),
    message: inner.message ?? firstText(outer.error, outer.detail, outer.message),
    retryDelay: details.find(({ retryDelay }) => typeof retryDelay === 'string')?.retryDelay ?? undefined,
  };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function asRecord(value: unknown): Record<string, unknown> | undefined {
  return z.record(z.string(), z.unknown()).safeParse(value).data;
}

function firstText(...values: unknown[]): string {
  return values.find((value) => typeof value === 'string') ?? '';
}

function statusIn(code: unknown): number | undefined {
  const status = Number(code);
  return Number.isInteger(status) && status >= 400 && status <= 599 ? status : undefined;
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  // Node's fetch omits the parser's code.
  if (error.name === 'HTTPParserError') return 'HPE_INVALID_RESPONSE';
  const code = z.object({ code: z.string() }).safeParse(error).data?.code;
  return code !== undefined && /^[A-Z][A-Z0-9_]+$/.test(code) ? code : undefined;
}
