import { z } from 'zod';

/**
 * A query parameter that is a whole number in plain decimal digits: `5`, and not `5.0`, `+5`, ` 5`, `5e0` or `0x5`,
 * which `Number` would accept. Without a maximum any number of digits is accepted, and a number too large to be exact
 * is read as the greatest exact one.
 */
export function integerParameter({ minimum, maximum = Infinity }: { minimum: number; maximum?: number }) {
  const range = maximum === Infinity ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`;
  return z
    .string()
    .transform((text, context) => {
      const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
      if (value >= minimum && value <= maximum) return Math.min(value, Number.MAX_SAFE_INTEGER);
      context.addIssue({ code: 'custom', message: `must be a whole number ${range} in decimal digits` });
      return z.NEVER;
    })
    .meta({ type: 'integer', minimum, ...(maximum !== Infinity && { maximum }) });
}

/** A query parameter that is `true` or `false`. */
export function booleanParameter() {
  return z
    .string()
    .transform((text, context) => {
      if (text === 'true' || text === 'false') return text === 'true';
      context.addIssue({ code: 'custom', message: 'must be true or false' });
      return z.NEVER;
    })
    .meta({ type: 'boolean' });
}

/**
 * A query parameter that is searched for in the database unchanged: not empty, and without NUL, which no text there
 * contains.
 */
export function textParameter({ maximum }: { maximum: number }) {
  return z
    .string()
    .min(1)
    .max(maximum)
    .refine((text) => !text.includes('\0'), 'must not contain a NUL character');
}
