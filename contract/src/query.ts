import { z } from 'zod';

/**
 * A query parameter that is a whole number in plain decimal digits: `5`, and not `5.0`, `+5`, ` 5`, `5e0` or `0x5`,
 * which `Number` would take for one.
 */
export function integerParameter({ minimum, maximum }: { minimum: number; maximum: number }) {
  return z
    .string()
    .transform((text, context) => {
      const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
      if (value >= minimum && value <= maximum) return value;
      context.addIssue({
        code: 'custom',
        message: `must be a whole number from ${minimum} to ${maximum} in decimal digits`,
      });
      return z.NEVER;
    })
    .meta({ type: 'integer', minimum, maximum });
}
