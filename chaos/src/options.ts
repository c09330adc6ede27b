import { parseArgs } from 'node:util';
import { z } from 'zod';

/** What is broken on purpose, to prove that the rig notices: see docs/reliability.md. */
export const Sabotage = z.enum([
  'none',
  'fence',
  'look',
  'lose',
  'repay',
  'second',
  'drop',
  'sleep',
  'exceed',
  'loop',
  'again',
  'unresolved',
]);

export type Sabotage = z.infer<typeof Sabotage>;

export interface ChaosOptions {
  kills: number;
  seed: number;
  minutes: number;
  /** Workers of each machine. */
  workers: number;
  machines: number;
  keep: boolean;
  sabotage: Sabotage;
}

const wholeNumber = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number')
  .transform(Number);

const Values = z.object({
  kills: wholeNumber.refine((kills) => kills > 0, 'must be at least 1').default(200),
  seed: wholeNumber.optional(),
  minutes: wholeNumber.refine((minutes) => minutes > 0, 'must be at least 1').optional(),
  workers: wholeNumber.refine((workers) => workers >= 2, 'must be at least 2: one goes on for another').default(3),
  machines: wholeNumber.refine((machines) => machines === 1 || machines === 2, 'must be 1 or 2').default(1),
  keep: z.boolean().default(false),
  sabotage: Sabotage.default('none'),
});

export const help = `Kills, stops and deceives a Copydesk at work, and checks whether it keeps its promises.

  npm run chaos -- [options]

  --kills <n>        how many processes are killed before the end (200)
  --seed <n>         the choices of a run; the same seed makes the same choices (any)
  --minutes <n>      ends then, whether or not all kills are done (a fifth of the kills, 15 at least)
  --workers <n>      worker processes of each machine (3)
  --machines <n>     1, or 2 that have disks and names of their own: Linux, as root or with user namespaces (1)
  --keep             keeps the folder of logs of a run that went well
  --sabotage <what>  breaks the product on purpose: fence, look, lose or repay, and for automations second, drop,
                     sleep, exceed, loop, again or unresolved (none)
  --help             this text

docs/reliability.md says what is promised, and how to read the table.`;

/** An idle machine does a kill a second; a machine shared with many other tasks a fifth of that. */
function minutesFor(kills: number): number {
  return Math.max(15, Math.ceil(kills / 5));
}

/**
 * @param anySeed used when none is given.
 * @returns the options, or the text to print instead of a run.
 */
export function readOptions(
  words: readonly string[],
  anySeed: number,
): { options: ChaosOptions } | { text: string; code: number } {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        kills: { type: 'string' },
        seed: { type: 'string' },
        minutes: { type: 'string' },
        workers: { type: 'string' },
        machines: { type: 'string' },
        keep: { type: 'boolean' },
        sabotage: { type: 'string' },
        help: { type: 'boolean' },
      },
    });
    if (values.help === true) return { text: help, code: 0 };
    const parsed = Values.safeParse(values);
    if (parsed.success) {
      const { seed = anySeed, minutes = minutesFor(parsed.data.kills) } = parsed.data;
      return { options: { ...parsed.data, seed, minutes } };
    }
    const wrong = parsed.error.issues.map((issue) => `--${issue.path.join('.')}: ${issue.message}`);
    return { text: `${wrong.join('\n')}\n\n${help}`, code: 2 };
  } catch (error) {
    return { text: `${error instanceof Error ? error.message : String(error)}\n\n${help}`, code: 2 };
  }
}
