import { ProjectPatch, readReaderRule, writeReaderRule } from '@copydesk/contract';
import type { ReaderRule } from '@copydesk/contract';
import { type Command, InvalidArgumentError } from 'commander';
import type { Project, ProjectChange } from '../../projects/project.ts';

type Exclusion = 'excludeAddresses' | 'excludePaths' | 'excludeUserAgents';

/**
 * The options that set who readers are, whose views are not counted, and for how many paths. False for their `--no-…`
 * forms.
 */
export interface ReaderOptions {
  rule?: ReaderRule[] | false;
  excludeAddress?: string[] | false;
  excludePath?: string[] | false;
  excludeUserAgent?: string[] | false;
  newPathsPerDay?: number;
}

export function addReaderOptions(command: Command): Command {
  return command
    .option(
      '--rule <rule>',
      'who a reader is: "name=…; pattern=…; class=human, ai or bot", of ai also agent, operator and purpose; may be repeated',
      addRule,
    )
    .option('--no-rule', 'remove the own rules of the project on readers')
    .option(
      '--exclude-address <address or block>',
      'exclude views from there; may be repeated',
      exclusionAdder('excludeAddresses'),
    )
    .option('--no-exclude-address', 'exclude no address')
    .option(
      '--exclude-path <path>',
      'exclude views of it, such as "/internal/*"; may be repeated',
      exclusionAdder('excludePaths'),
    )
    .option('--no-exclude-path', 'exclude no path')
    .option(
      '--exclude-user-agent <words>',
      'exclude views by user agents with these words; may be repeated',
      exclusionAdder('excludeUserAgents'),
    )
    .option('--no-exclude-user-agent', 'exclude no user agent')
    .option(
      '--new-paths-per-day <paths>',
      'how many new paths of one day are counted by name; more count as (other)',
      parseNewPaths,
    );
}

/** Undefined means not given. Given rules and exclusions replace the earlier ones. */
export function readersOf(options: ReaderOptions): Pick<ProjectChange, 'readerRules' | 'newPathsPerDay' | Exclusion> {
  return {
    readerRules: given(options.rule),
    excludeAddresses: given(options.excludeAddress),
    excludePaths: given(options.excludePath),
    excludeUserAgents: given(options.excludeUserAgent),
    newPathsPerDay: options.newPathsPerDay,
  };
}

/** Returns a project's settings on readers, as `printFields` takes them. */
export function readerFields(project: Project): [name: string, value: string | undefined][] {
  const { readerRules, excludeAddresses, excludePaths, excludeUserAgents, newPathsPerDay } = project;
  const excluded = [...excludeAddresses, ...excludePaths, ...excludeUserAgents];
  return [
    ...readerRules.map((rule): [string, string] => ['rule', writeReaderRule(rule)]),
    ['left out', excluded.join(', ') || undefined],
    ['new paths', `${newPathsPerDay.toLocaleString('en')} a day`],
  ];
}

const given = <T>(list: T[] | false | undefined): T[] | undefined => (list === false ? [] : list);

const mostNewPaths = 10_000_000;

function parseNewPaths(text: string): number {
  const number = /^\d{1,8}$/.test(text) ? Number(text) : -1;
  if (number >= 0 && number <= mostNewPaths) return number;
  throw new InvalidArgumentError(`Give a whole number from 0 to ${mostNewPaths}.`);
}

/** Parses a rule as the API does. */
function addRule(text: string, before: ReaderRule[] | false = []): ReaderRule[] {
  const read = ProjectPatch.safeParse({ readerRules: [...(before || []), readReaderRule(text)] });
  if (read.data?.readerRules !== undefined) return read.data.readerRules;
  throw new InvalidArgumentError(
    `${whyNot(read.error)} Give a rule such as "name=Link check; pattern=acme-probe; class=bot".`,
  );
}

function exclusionAdder(name: Exclusion): (text: string, before?: string[] | false) => string[] {
  return (text, before = []) => {
    const read = ProjectPatch.safeParse({ [name]: [...(before || []), text] });
    const list = read.data?.[name];
    if (list !== undefined) return [...new Set(list)];
    throw new InvalidArgumentError(whyNot(read.error));
  };
}

/** Returns why a rule is refused: `The pattern is in the user agents of most browsers.` */
function whyNot(error: { issues: readonly { path: PropertyKey[]; message: string }[] } | undefined): string {
  const [issue] = error?.issues ?? [];
  const field = issue?.path.findLast((part) => typeof part === 'string' && !/^(?:readerRules|exclude)/.test(part));
  return `${field === undefined ? 'It' : `The ${String(field)}`}: ${issue?.message ?? 'cannot be read'}.`;
}
