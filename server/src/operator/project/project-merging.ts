import { type Command, InvalidArgumentError } from 'commander';
import { ProjectPatch } from '@copydesk/contract';
import type { Project, ProjectChange } from '../../projects/project.ts';
import { parseOneOf } from '../options.ts';

/** The options that set when pull requests of a project's jobs are merged without a person. */
export interface MergingOptions {
  /** False for `off`, because the option parser takes null for an option that was not given. */
  mergePolicy?: Kinds | false;
  mergeFiles?: number;
  mergeLines?: number;
  mergeAfter?: number;
  mergeChecks?: 'required' | 'optional';
}

type Policy = NonNullable<ProjectChange['mergePolicy']>;
type Kinds = NonNullable<Policy['kinds']>;

export function addMergingOptions(command: Command): Command {
  return command
    .option(
      '--merge-policy <kinds>',
      'merge small changes without a person: links, spelling, redirects, with commas; or off',
      parseKinds,
    )
    .option('--merge-files <files>', 'changed files of such a pull request at most', wholeOf('maxFiles'))
    .option('--merge-lines <lines>', 'changed lines of such a pull request at most', wholeOf('maxChangedLines'))
    .option('--merge-after <hours>', 'hours for which it must have been left alone', wholeOf('quarantineHours'))
    .option(
      '--merge-checks <whether>',
      'whether a check must have passed at the code host: required or optional',
      parseOneOf<'required' | 'optional'>('required', 'optional'),
    );
}

/** Undefined means not given. */
export function mergingOf(options: MergingOptions): Pick<ProjectChange, 'mergePolicy'> {
  const { mergePolicy: kinds, mergeFiles, mergeLines, mergeAfter, mergeChecks } = options;
  if (kinds === false) return { mergePolicy: null };
  const policy: Policy = {
    ...(kinds && { kinds }),
    ...(mergeFiles !== undefined && { maxFiles: mergeFiles }),
    ...(mergeLines !== undefined && { maxChangedLines: mergeLines }),
    ...(mergeAfter !== undefined && { quarantineHours: mergeAfter }),
    ...(mergeChecks !== undefined && { requireChecks: mergeChecks === 'required' }),
  };
  return { mergePolicy: Object.keys(policy).length === 0 ? undefined : policy };
}

/** Returns what is merged without a person, as `printFields` takes it. */
export function mergingFields({ mergePolicy }: Project): [name: string, value: string | undefined][] {
  if (mergePolicy === null) return [['merge policy', 'off']];
  const { kinds, maxFiles, maxChangedLines, quarantineHours, requireChecks } = mergePolicy;
  const checks = requireChecks ? 'checks required' : 'checks optional';
  const size = `up to ${maxFiles} files and ${maxChangedLines} lines`;
  return [['merge policy', `${kinds.join(', ')}; ${size}; after ${quarantineHours} hours; ${checks}`]];
}

/** Parses kinds as the API does. */
function parseKinds(text: string): Kinds | false {
  if (text === 'off') return false;
  const { data } = ProjectPatch.safeParse({ mergePolicy: { kinds: text.split(',').map((kind) => kind.trim()) } });
  if (data?.mergePolicy?.kinds !== undefined) return data.mergePolicy.kinds;
  throw new InvalidArgumentError('Give links, spelling, redirects, or several of them with commas; or off.');
}

function wholeOf(name: 'maxFiles' | 'maxChangedLines' | 'quarantineHours'): (text: string) => number {
  return (text) => {
    const { data } = ProjectPatch.safeParse({ mergePolicy: { [name]: /^\d{1,10}$/.test(text) ? Number(text) : text } });
    const value = data?.mergePolicy?.[name];
    if (value !== undefined) return value;
    throw new InvalidArgumentError(`Give a whole number from 1 to ${mostOf[name]}.`);
  };
}

const mostOf = { maxFiles: 500, maxChangedLines: 5_000, quarantineHours: 720 };
