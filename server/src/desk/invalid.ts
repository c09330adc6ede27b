import { CopydeskError } from '@copydesk/contract';

/** One parameter that is wrong. */
export function invalidParameter(parameter: string, detail: string): CopydeskError {
  return new CopydeskError('invalid_request', `The ${parameter} ${detail}.`, { errors: [{ parameter, detail }] });
}
