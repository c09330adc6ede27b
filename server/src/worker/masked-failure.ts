import { maskingOf } from '../leaks/masking.ts';
import type { Masking } from '../leaks/masking.ts';
import type { Remedy } from './failure.ts';
import { maskedStrings } from './masked-strings.ts';

/** What is to be done about an error, whose detail may quote what a model or a host said, without secrets. */
export async function maskedRemedy(remedy: Remedy, mask: Masking): Promise<Remedy> {
  return await maskedStrings(remedy, orWithoutOwn(mask));
}

/** An error as the log may hold it: what it is called, what it says, and where it was. */
export async function maskedError(error: unknown, mask: Masking): Promise<unknown> {
  if (!(error instanceof Error)) return await maskedStrings(error, orWithoutOwn(mask));
  const { name, message, stack } = error;
  const said = await maskedStrings({ name, message, stack }, orWithoutOwn(mask));
  return said.message === message && said.stack === stack ? error : Object.assign(new Error(said.message), said);
}

/** Where the secrets of the installation cannot be read, as without the database, those of others are hidden. */
function orWithoutOwn(mask: Masking): Masking {
  return (texts) => mask(texts).catch(() => formsAlone(texts));
}

const formsAlone = maskingOf(async () => []);
