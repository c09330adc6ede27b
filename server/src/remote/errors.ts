import { type ApiError, isApiError } from '@copydesk/client';
import { CopydeskError, errorTable, type ErrorCode } from '@copydesk/contract/errors';

/** Converts the rejection of a call to a server to an error for the commands. Returns any other error unchanged. */
export function failureOf(error: unknown, version: string): unknown {
  if (!isApiError(error)) return error;
  const { errors, retryAfterSeconds, cause } = error;
  const { code, detail } = wordsOf(error, version);
  return new CopydeskError(code, detail, { errors, retryAfterSeconds, cause });
}

function wordsOf({ code, message }: ApiError, version: string): { code: ErrorCode; detail: string } {
  switch (code) {
    case 'unreachable':
      return { code: 'server_unreachable', detail: message };
    case 'unexpected_reply':
      return { code: 'answer_unknown', detail: message };
    case 'route_not_found':
    case 'method_not_allowed':
      return { code, detail: `${message} The server may be older than this command, which is ${version}.` };
    default:
      if (code in errorTable) return { code, detail: message };
      return { code: 'internal', detail: `${message} (${code}: the server is newer than this command.)` };
  }
}

/** @throws CopydeskError always */
export function serverOnlyError(what: string): () => never {
  return () => {
    throw new CopydeskError(
      'server_machine_needed',
      `This command ${what}, which an API key cannot do from another machine: run it on the machine of the server, without COPYDESK_KEY and profile.`,
    );
  };
}
