import { parseArgs } from 'node:util';
import { z } from 'zod';

export interface MutateOptions {
  places: number;
  seed: number;
  /** How many copies of the repository are tested at the same time. */
  atOnce: number;
  /** Parts of the paths of tests and sources; all if there are none. */
  tests: string[];
  sources: string[];
  before?: string;
  folder?: string;
  /** Only these places of the run, anew. */
  only: number[];
}

const wholeNumber = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number')
  .transform(Number);
const positive = wholeNumber.refine((value) => value > 0, 'must be at least 1');

const Values = z.object({
  places: positive.default(100),
  seed: wholeNumber.optional(),
  'at-once': positive.optional(),
  tests: z.array(z.string()).default([]),
  sources: z.array(z.string()).default([]),
  before: z.string().optional(),
  folder: z.string().optional(),
  place: z.array(positive).default([]),
});

export const help = `Breaks the product at random places, one at a time, and counts what the tests notice.

  npm run mutate -- [options]

  --places <n>      how many places, in equal shares of five kinds of breaks (100)
  --seed <n>        the choice of the places; the same seed chooses the same ones of the same sources (any)
  --at-once <n>     copies of the repository in which tests run at the same time (the number of cores)
  --before <commit> asks the tests of that commit as well, about the same places of its sources
  --tests <part>    only the tests with this in their path; may be repeated
  --sources <part>  only places of the sources with this in their path; may be repeated
  --place <n>       only the place with this number, anew; may be repeated
  --folder <path>   where copies and results are kept (a folder in the temporary one, for each choice of places)
  --help            this text

First, all tests run once, to see which of them reach the places. Then a place is broken, and those tests run, the likely
ones first, until one fails. A run that is interrupted prints what it has found, and continues when it is started in the
same way.
CONTRIBUTING.md, "What the tests notice", says how to read the result.`;

/**
 * @param defaults used for what is not given.
 * @returns the options, or the text to print instead of a run.
 */
export function readOptions(
  words: readonly string[],
  defaults: { seed: number; atOnce: number },
): { options: MutateOptions } | { text: string; code: number } {
  try {
    const text = { type: 'string' } as const;
    const list = { type: 'string', multiple: true } as const;
    const { values } = parseArgs({
      args: [...words],
      options: {
        places: text,
        seed: text,
        'at-once': text,
        tests: list,
        sources: list,
        before: text,
        folder: text,
        place: list,
        help: { type: 'boolean' },
      },
    });
    if (values.help === true) return { text: help, code: 0 };
    const parsed = Values.safeParse(values);
    if (parsed.success) {
      const { seed = defaults.seed, 'at-once': atOnce = defaults.atOnce, place: only, ...rest } = parsed.data;
      return { options: { ...rest, seed, atOnce, only } };
    }
    const wrong = parsed.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`);
    return { text: `${wrong.join('\n')}\n\n${help}`, code: 2 };
  } catch (error) {
    return { text: `${error instanceof Error ? error.message : String(error)}\n\n${help}`, code: 2 };
  }
}
