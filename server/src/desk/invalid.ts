import { CopydeskError } from '@copydesk/contract';

/** One parameter that is wrong. */
export function invalidParameter(parameter: string, detail: string): CopydeskError {
  return new CopydeskError('invalid_request', `The ${parameter} ${detail}.`, { errors: [{ parameter, detail }] });
}

/** One field of a body that is wrong, by its JSON pointer. */
export function invalidField(pointer: string, detail: string): CopydeskError {
  return new CopydeskError('invalid_request', `The field ${pointer} ${detail}.`, { errors: [{ pointer, detail }] });
}
