import { CopydeskError } from '@copydesk/contract';

/** Returns the error for one invalid parameter. */
export function invalidParameter(parameter: string, detail: string): CopydeskError {
  return new CopydeskError('invalid_request', `The ${parameter} ${detail}.`, { errors: [{ parameter, detail }] });
}

/** Returns the error for one invalid field of a body, by its JSON pointer. */
export function invalidField(pointer: string, detail: string): CopydeskError {
  return new CopydeskError('invalid_request', `The field ${pointer} ${detail}.`, { errors: [{ pointer, detail }] });
}
