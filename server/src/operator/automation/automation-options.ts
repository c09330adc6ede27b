import { CopydeskError } from '@copydesk/contract/errors';
import type { Automation } from '@copydesk/contract';
import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import type { NamedAutomation } from './automations.ts';
import type { OperatorServices } from '../operator.ts';

/** What the settings of an automation kind may contain: strings, numbers, booleans, lists, and objects as JSON. */
export type Settings = Record<string, unknown>;

/**
 * Parses `cron=0 6 * * 1`, which may be given repeatedly. The same name given again makes a list.
 * @throws InvalidArgumentError
 */
export function parseSettings(text: string, before: Settings = {}): Settings {
  const [, name, value] = /^([a-zA-Z]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new InvalidArgumentError('Give a setting and its value, such as "cron=0 6 * * 1".');
  }
  const given = valueOf(name, value);
  const earlier = before[name];
  if (earlier === undefined) return { ...before, [name]: given };
  return { ...before, [name]: [earlier, given].flat() };
}

/** Settings that are lists even with a single entry. */
const lists = new Set(['repositories', 'paths', 'languages', 'labels', 'needed', 'never', 'assignees']);

function valueOf(name: string, text: string): unknown {
  if (/^(\d+|true|false|null|\[.*\]|\{.*\})$/s.test(text)) {
    try {
      return JSON.parse(text);
    } catch {
      throw new InvalidArgumentError(`"${text}" is not JSON.`);
    }
  }
  return lists.has(name) ? text.split(',').map((one) => one.trim()) : text;
}

/**
 * Parses `22:00-07:00`. `none` removes the quiet hours: the argument parser would turn null into an empty text.
 * @throws InvalidArgumentError
 */
export function parseQuiet(text: string): { from: string; to: string } | 'none' {
  if (text === 'none') return 'none';
  const [, from, to] = /^(\d\d:\d\d)-(\d\d:\d\d)$/.exec(text) ?? [];
  if (from !== undefined && to !== undefined) return { from, to };
  throw new InvalidArgumentError('Give two times of day, such as "22:00-07:00", or "none".');
}

/** Parses a number, or `none`. @throws InvalidArgumentError */
export function parseAmount(text: string): number | 'none' {
  if (text === 'none') return 'none';
  const amount = Number(text);
  if (text.trim() !== '' && Number.isFinite(amount)) return amount;
  throw new InvalidArgumentError('Give a number, or "none".');
}

/** Adds the options that creating and changing an automation share. */
export function addLimitOptions(command: Command): Command {
  return command
    .option('--with <setting=value>', 'a setting of its kind; may be repeated', parseSettings)
    .option('--jobs-per-day <number>', 'jobs and further messages within 24 hours', Number)
    .addOption(new Option('--usd-per-month <amount>', 'its maximum cost in a month, or none').argParser(parseAmount))
    .addOption(new Option('--quiet <hours>', 'when it starts nothing, or none').argParser(parseQuiet))
    .option('--time-zone <zone>', 'the time zone of its times and its quiet hours, such as Europe/Berlin');
}

export interface LimitOptions {
  with?: Settings;
  jobsPerDay?: number;
  usdPerMonth?: number | 'none';
  quiet?: { from: string; to: string } | 'none';
  timeZone?: string;
}

/** Returns the limits that were given. A limit that was not given is absent. */
export function limitsOf({ jobsPerDay, usdPerMonth, quiet, timeZone }: LimitOptions) {
  return {
    ...(jobsPerDay !== undefined && { jobsPerDay }),
    ...(usdPerMonth !== undefined && { usdPerMonth: usdPerMonth === 'none' ? null : usdPerMonth }),
    ...(quiet !== undefined && {
      quietHours: quiet === 'none' ? null : { ...quiet, ...(timeZone !== undefined && { timeZone }) },
    }),
  };
}

/** Finds an automation of a project by its id or its name. @throws CopydeskError `not_found` */
export async function findAutomation(
  services: OperatorServices,
  { project, named }: { project: string | undefined; named: string },
): Promise<NamedAutomation & { automation: Automation }> {
  const projectId = await services.projectIdOf(project);
  const all = await services.automations.list(projectId);
  const found = all.filter(({ id, name }) => id === named || name === named);
  const [automation] = found;
  if (automation !== undefined && found.length === 1) return { projectId, id: automation.id, automation };
  const several = found.length > 1 ? 'Several automations have' : 'The project has no automation with';
  const known = all.map(({ id, name }) => `${name} (${id})`).join(', ');
  throw new CopydeskError(
    'not_found',
    `${several} the id or name "${named}". ${known === '' ? 'It has none.' : `There are: ${known}.`}`,
  );
}
