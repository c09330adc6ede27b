import { parseArgs } from 'node:util';

/** What to compare with what, and how. */
export interface CompareOptions<B extends string> {
  commit: string;
  /** In the order in which they are run. */
  benches: readonly B[];
  failIfWorse: boolean;
}

export type ParsedOptions<B extends string> =
  | { kind: 'help' }
  | { kind: 'compare'; options: CompareOptions<B> }
  | { kind: 'wrong'; because: string };

/** @param known the names of all benches, all of which are run when none is named. */
export function parseOptions<B extends string>(words: readonly string[], known: readonly B[]): ParsedOptions<B> {
  const parsed = parseWords(words);
  if (parsed instanceof Error) return wrong(parsed.message);
  if (parsed.values.help) return { kind: 'help' };
  const [commit, ...names] = parsed.positionals;
  if (commit === undefined) return wrong('There is no commit to compare with, such as HEAD~1.');
  const unknown = names.filter((name) => !known.some((bench) => bench === name));
  if (unknown.length > 0) {
    return wrong(`Unknown: ${unknown.join(', ')}. The benches are ${known.join(', ')}.`);
  }
  const benches = names.length === 0 ? known : known.filter((bench) => names.some((name) => name === bench));
  return { kind: 'compare', options: { commit, benches, failIfWorse: parsed.values['fail-if-worse'] } };
}

function parseWords(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        'fail-if-worse': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false, short: 'h' },
      },
    });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function wrong(because: string): { kind: 'wrong'; because: string } {
  return { kind: 'wrong', because };
}
