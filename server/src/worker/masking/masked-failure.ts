import { maskingOf } from '../../leaks/masking.ts';
import type { Masking } from '../../leaks/masking.ts';
import type { Remedy } from '../failure.ts';
import { maskedStrings } from './masked-strings.ts';

/** Returns how to handle an error, without secrets: its detail may quote what a model or a host said. */
export async function maskedRemedy(remedy: Remedy, mask: Masking): Promise<Remedy> {
  return await maskedStrings(remedy, orWithoutOwn(mask));
}

/** Returns an error as the log may contain it: its name, message and stack without secrets. */
export async function maskedError(error: unknown, mask: Masking): Promise<unknown> {
  if (!(error instanceof Error)) return await maskedStrings(error, orWithoutOwn(mask));
  const { name, message, stack } = error;
  const masked = await maskedStrings({ name, message, stack }, orWithoutOwn(mask));
  return masked.message === message && masked.stack === stack
    ? error
    : Object.assign(new Error(masked.message), masked);
}

/**
 * When the secrets of the installation cannot be read, as without the database, only those of known forms are hidden.
 */
function orWithoutOwn(mask: Masking): Masking {
  return (texts) => mask(texts).catch(() => formsAlone(texts));
}

const formsAlone = maskingOf(async () => []);
