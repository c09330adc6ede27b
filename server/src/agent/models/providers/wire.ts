import { CopydeskError } from '@copydesk/contract';
import { z } from 'zod';
import { wholeLines } from './whole-lines.ts';

/** How long a provider may be silent, in milliseconds. The caller limits the length of the whole call. */
export interface SilenceTimeouts {
  /** From the headers of an answer to the first byte: local servers read the whole prompt first. */
  first: number;
  /** Between two bytes. */
  between: number;
}

/** The names that error messages about the connection contain. */
export interface WireNames {
  model: string;
  addressPlace: string;
}

/**
 * Returns the `fetch` for calling providers. It handles what their clients would take for an answer, or wait for
 * without end:
 * - a redirect, which would send a key elsewhere, is an error;
 * - so is an HTML page, such as the sign-in page of a gateway;
 * - an error with status 200 gets an error status;
 * - an answer that stops sending bytes is ended;
 * - so is one with an event that would take seconds to parse.
 */
export function modelFetch(names: WireNames, patience: SilenceTimeouts, send: typeof fetch = fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, { ...init, redirect: 'manual' });
    const fault = faultOf(names, response);
    if (fault) {
      await response.body?.cancel();
      throw fault;
    }
    if (response.body === null) return response;
    const answer = new Response(withTimeouts(response.body, patience, names), copyOf(response));
    const isWhole = response.ok && typeOf(response).includes('application/json') && asksForStream(input, init);
    return isWhole ? await readWholeAnswer(names, answer) : answer;
  };
}

/** Returns why a response is no answer of a provider. */
function faultOf(names: WireNames, response: Response): CopydeskError | undefined {
  const { status, ok, body } = response;
  if (status >= 300 && status < 400) return redirectError(names, response);
  if (!ok) return undefined;
  if (typeOf(response).includes('text/html')) return notAnApi(names, 'a page of HTML');
  return body === null || status === 204 ? notAnApi(names, 'an empty answer') : undefined;
}

function typeOf(response: Response): string {
  return response.headers.get('content-type') ?? '';
}

/**
 * Whether a request asks for a stream. Google's client says so in the address, all others in the body, where these
 * quotes would be escaped inside of a text.
 */
function asksForStream(input: Parameters<typeof fetch>[0], init: RequestInit | undefined): boolean {
  const address = input instanceof Request ? input.url : String(input);
  if (new URL(address).pathname.endsWith(':streamGenerateContent')) return true;
  return typeof init?.body === 'string' && init.body.includes('"stream":true');
}

const ErrorAnswer = z.object({ error: z.unknown(), code: z.unknown() }).partial();

/**
 * Handles an answer that came whole although it was to be streamed: an error, or an answer of a server that cannot
 * stream.
 */
async function readWholeAnswer(names: WireNames, response: Response): Promise<Response> {
  const text = await response.text();
  const { error } = ErrorAnswer.safeParse(jsonOf(text)).data ?? {};
  if (error === undefined || error === null) throw notAnApi(names, 'an answer that is not streamed');
  const code = Number(z.object({ code: z.unknown() }).safeParse(error).data?.code);
  const status = Number.isInteger(code) && code >= 400 && code <= 599 ? code : 400;
  return new Response(text, { status, headers: response.headers });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function redirectError({ model, addressPlace }: WireNames, response: Response): CopydeskError {
  const target = response.headers.get('location') ?? '';
  const where = URL.canParse(target) ? ` to ${new URL(target).origin}` : '';
  return new CopydeskError(
    'model_not_configured',
    `The address where the model ${model} is called redirects${where} (status ${response.status}), and Copydesk does not send a key there. Check ${addressPlace}: give the final address, with https if necessary.`,
  );
}

/** The reply is not from a model API. If it answers the first call, the address is wrong. */
class NoApi extends CopydeskError {}

export function isNoApi(error: unknown): boolean {
  return error instanceof NoApi;
}

function notAnApi({ model, addressPlace }: WireNames, what: string): CopydeskError {
  return new NoApi(
    'model_not_configured',
    `The server at the address where the model ${model} is called is not a model API that streams: it sent ${what}. Check ${addressPlace}.`,
  );
}

function copyOf({ status, statusText, headers }: Response): ResponseInit {
  return { status, statusText, headers };
}

/**
 * The last event of an answer may repeat all of it, and the longest answers have about 1 MB; inputs have ten levels.
 */
const mostOfAnEvent = { bytes: 8 * 1024 * 1024, depth: 500 };

/** Returns a body that fails when nothing arrives for too long, or too much at once. */
function withTimeouts(
  body: ReadableStream<Uint8Array>,
  { first, between }: SilenceTimeouts,
  { model }: WireNames,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const lines = wholeLines(mostOfAnEvent, (why) => tooLarge(model, why));
  let allowed = first;
  const read = async (): Promise<Uint8Array | undefined> => {
    const silence = Promise.withResolvers<never>();
    const timer = setTimeout(() => silence.reject(silenceError(model, allowed)), allowed);
    const { done, value } = await Promise.race([reader.read(), silence.promise]).finally(() => clearTimeout(timer));
    allowed = between;
    return done ? undefined : value;
  };
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        for (;;) {
          const chunk = await read();
          const ended = chunk === undefined ? lines.rest() : lines.next(chunk);
          if (ended !== undefined) controller.enqueue(ended);
          if (chunk === undefined) controller.close();
          if (chunk === undefined || ended !== undefined) return;
        }
      } catch (error) {
        reader.cancel().catch(() => {});
        throw error;
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

function tooLarge(model: string, why: 'bytes' | 'depth'): CopydeskError {
  const { bytes, depth } = mostOfAnEvent;
  const what =
    why === 'bytes' ? `more than ${bytes / 1024 / 1024} MB at once` : `more than ${depth} levels of brackets`;
  const detail = `The model ${model} answered with ${what}, which is more than any valid answer has. Send a message to try again, or use another model.`;
  return new CopydeskError('model_failed', detail, { retryable: false });
}

function silenceError(model: string, milliseconds: number): CopydeskError {
  const seconds = Math.round(milliseconds / 1000);
  return new CopydeskError(
    'model_failed',
    `The model ${model} stopped in the middle of its answer: nothing came for ${seconds} seconds.`,
  );
}
