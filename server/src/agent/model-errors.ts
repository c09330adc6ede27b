import { CopydeskError, isCopydeskError } from '@copydesk/contract';
import { APICallError, RetryError } from 'ai';

/**
 * What a failed model call means for the job. A CopydeskError comes through, also from within the SDK's wrappers.
 * All else becomes `model_failed`, `retryable` when the same call may succeed later, with `retryAfterSeconds` when the
 * provider says how much later; or `model_not_configured` when the provider refuses the key or does not know the model.
 * The SDK's errors hold the whole prompt, the address and the headers: of those only the status and the name of the
 * model are told.
 */
export function modelError(error: unknown, name: string, now: () => Date): CopydeskError {
  const chain = causes(error);
  const ours = chain.find((cause) => isCopydeskError(cause));
  if (ours !== undefined) return ours;
  const call = chain.find((cause) => APICallError.isInstance(cause));
  if (call === undefined) {
    return new CopydeskError('model_failed', `The call of the model ${name} broke off.`, { cause: error });
  }
  return callError(call, name, now);
}

function callError(call: APICallError, name: string, now: () => Date): CopydeskError {
  const { statusCode: status, isRetryable } = call;
  if (status === 401 || status === 403 || status === 404) {
    const why = status === 404 ? 'does not know the model' : 'refuses the key';
    const what = `The provider of the model ${name} ${why} (status ${status}).`;
    return new CopydeskError('model_not_configured', `${what} Check the name and the key in the settings.`, {
      cause: call,
    });
  }
  if (isRetryable) {
    const what = status === undefined ? 'could not be reached' : `answered with status ${status}`;
    return new CopydeskError('model_failed', `The provider of the model ${name} ${what}.`, {
      cause: call,
      retryAfterSeconds: retryAfter(call.responseHeaders?.['retry-after'], now),
    });
  }
  const told =
    status === undefined ? 'gave an answer that could not be read' : `refused the call with status ${status}`;
  const detail = `The provider of the model ${name} ${told}.`;
  return new CopydeskError('model_failed', detail, { cause: call, retryable: false });
}

/** The seconds that a `Retry-After` header asks for, which names so many or a date (RFC 9110, 10.2.3). */
function retryAfter(value: string | undefined, now: () => Date): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now().getTime()) / 1000));
}

/** An error, what it wraps, and so on. */
function causes(error: unknown): unknown[] {
  const chain: unknown[] = [];
  let next: unknown = error;
  while (next !== undefined && next !== null && chain.length < 10) {
    chain.push(next);
    if (RetryError.isInstance(next)) next = next.lastError;
    else next = next instanceof Error ? next.cause : undefined;
  }
  return chain;
}
