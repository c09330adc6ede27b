import { ProjectPatch, readReaderRule, writeReaderRule } from '@copydesk/contract';
import type { ReaderRule } from '@copydesk/contract';
import { type Command, InvalidArgumentError } from 'commander';
import type { Project, ProjectChange } from '../projects/project.ts';

type Exclusion = 'excludeAddresses' | 'excludePaths' | 'excludeUserAgents';

/** The options that say who readers are, and whose views are not counted; false for their `--no-…`. */
export interface ReaderOptions {
  rule?: ReaderRule[] | false;
  excludeAddress?: string[] | false;
  excludePath?: string[] | false;
  excludeUserAgent?: string[] | false;
}

export function addReaderOptions(command: Command): Command {
  return command
    .option(
      '--rule <rule>',
      'who a reader is: "name=…; pattern=…; class=human, ai or bot", of ai also agent, operator and purpose; may be repeated',
      addRule,
    )
    .option('--no-rule', 'have no rules of its own on readers')
    .option(
      '--exclude-address <address or block>',
      'leave views from there out; may be repeated',
      adding('excludeAddresses'),
    )
    .option('--no-exclude-address', 'leave no address out')
    .option(
      '--exclude-path <path>',
      'leave views of it out, such as "/internal/*"; may be repeated',
      adding('excludePaths'),
    )
    .option('--no-exclude-path', 'leave no path out')
    .option(
      '--exclude-user-agent <words>',
      'leave views by user agents with these words out; may be repeated',
      adding('excludeUserAgents'),
    )
    .option('--no-exclude-user-agent', 'leave no user agent out');
}

/** What is undefined was not given; rules and exclusions that are given replace those before. */
export function readersOf(options: ReaderOptions): Pick<ProjectChange, 'readerRules' | Exclusion> {
  return {
    readerRules: given(options.rule),
    excludeAddresses: given(options.excludeAddress),
    excludePaths: given(options.excludePath),
    excludeUserAgents: given(options.excludeUserAgent),
  };
}

/** What a project says of readers, as `printFields` takes it. */
export function readerFields(project: Project): [name: string, value: string | undefined][] {
  const { readerRules, excludeAddresses, excludePaths, excludeUserAgents } = project;
  const excluded = [...excludeAddresses, ...excludePaths, ...excludeUserAgents];
  return [
    ...readerRules.map((rule): [string, string] => ['rule', writeReaderRule(rule)]),
    ['left out', excluded.join(', ') || undefined],
  ];
}

const given = <T>(list: T[] | false | undefined): T[] | undefined => (list === false ? [] : list);

/** Reads a rule as the API reads it. */
function addRule(text: string, before: ReaderRule[] | false = []): ReaderRule[] {
  const read = ProjectPatch.safeParse({ readerRules: [...(before || []), readReaderRule(text)] });
  if (read.data?.readerRules !== undefined) return read.data.readerRules;
  throw new InvalidArgumentError(
    `${whyNot(read.error)} Give such as "name=Link check; pattern=acme-probe; class=bot".`,
  );
}

function adding(name: Exclusion): (text: string, before?: string[] | false) => string[] {
  return (text, before = []) => {
    const read = ProjectPatch.safeParse({ [name]: [...(before || []), text] });
    const list = read.data?.[name];
    if (list !== undefined) return [...new Set(list)];
    throw new InvalidArgumentError(whyNot(read.error));
  };
}

/** `The pattern is in the user agents of most browsers.` */
function whyNot(error: { issues: readonly { path: PropertyKey[]; message: string }[] } | undefined): string {
  const [issue] = error?.issues ?? [];
  const field = issue?.path.findLast((part) => typeof part === 'string' && !/^(?:readerRules|exclude)/.test(part));
  return `${field === undefined ? 'It' : `The ${String(field)}`}: ${issue?.message ?? 'cannot be read'}.`;
}
