import { CopydeskError } from '@copydesk/contract/errors';
import type { z } from 'zod';

/**
 * Checks input against a schema and returns it unchanged.
 * @throws CopydeskError `invalid_request`, which names each field that does not fit
 */
export function checkedFields<Schema extends z.ZodType>(schema: Schema, given: unknown): z.input<Schema> {
  const checked = schema.safeParse(given);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the shape takes is its input
  if (checked.success) return given as z.input<Schema>;
  const errors = checked.error.issues.map(({ path, message }) => ({
    pointer: `/${path.map(String).join('/')}`,
    detail: message,
  }));
  const listed = errors.map(({ pointer, detail }) => `${pointer}: ${detail}`).join('; ');
  throw new CopydeskError('invalid_request', `What was given does not fit. ${listed}.`, { errors });
}
