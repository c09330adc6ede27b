import { CopydeskError } from '@copydesk/contract';
import type { Command } from 'commander';
import { askLine } from '../../terminal/ask-line.ts';
import { addCommand } from '../../command.ts';
import { type Context, printJson, withServices } from '../../context.ts';
import type { MeasuredSlices } from '../../operator.ts';
import { printable } from '../../output/text-width.ts';
import type { Terminal } from '../../terminal/terminal.ts';

export function buildDatabaseSlices(group: Command, context: Context): void {
  addCommand(group, {
    usage: 'slices <project> [number]',
    summary: 'Divide the page views of a large project into several slices',
    description:
      'Each slice has a share of the views, by their ids, and may be on a node of its own in a Citus cluster. Without a ' +
      'number, the command shows the slices and the views per day. Counted views stay where they are; new ones are divided, while ' +
      'views are read and written. A project never gets fewer slices. All servers and workers must have a version with ' +
      'slices: an older one would count views twice. /docs/scaling says when it is worth it, and ' +
      'when a project gets more slices by itself (COPYDESK_VIEWS_SLICES).',
    examples: ['copydesk database slices Handbook', 'copydesk database slices Handbook 4 --yes'],
  })
    .option('--yes', 'do not ask')
    .action((project: string, number: string | undefined, options: Options) =>
      slice(context, { project, number: number === undefined ? undefined : parseSlices(number), ...options }),
    );
}

interface Options {
  yes?: true;
  json?: true;
}

interface Asked extends Options {
  project: string;
  number: number | undefined;
}

async function slice(context: Context, { project, number, yes, json }: Asked): Promise<void> {
  const { terminal } = context;
  const { name, before, after, measured } = await withServices(context, async (services) => {
    const found = await services.findProject(project);
    const size = await services.measureSlices(found.id);
    const there = size.slices;
    const answer = { name: found.name, measured: size };
    if (number === undefined || number === there) return { ...answer, before: there, after: there };
    if (number > there && !yes) await askToChangeSlices(terminal, there, number);
    const had = await services.addSlices(found.id, number);
    return { ...answer, before: had, after: number };
  });
  const { viewsADay } = measured;
  if (json) return printJson(terminal, { project: name, before, slices: after, viewsADay });
  const slices = after === 1 ? 'one slice' : `${after} slices`;
  const change = before === after ? '' : `, instead of ${before}, for what arrives from now on`;
  const size = `On the middle one of the last seven days ${inDigits(viewsADay)} were counted`;
  terminal.out(`The page views of ${printable(name)} are in ${slices}${change}. ${size}${more(after, measured)}.\n`);
}

/** Returns whether the project gets more slices automatically, and when. */
function more(slices: number, { viewsOfSlice, most }: MeasuredSlices): string {
  if (most <= slices) return '; it gets no more slices by itself';
  return `; with more than ${inDigits(slices * viewsOfSlice)} a day it gets more slices by itself`;
}

const inDigits = (count: number): string => count.toLocaleString('en');

/** @throws CopydeskError `invalid_request` when no person is at the terminal, or the person says no. */
async function askToChangeSlices(terminal: Terminal, before: number, after: number): Promise<void> {
  const nobody = 'There is no terminal to ask on. Add --yes. Nothing was changed.';
  const question = `From ${before} to ${after} slices; a project never gets fewer. Type yes: `;
  const answer = await askLine(terminal, question, nobody);
  if (answer.trim() !== 'yes') throw new CopydeskError('invalid_request', 'That was not "yes". Nothing was changed.');
}

/** Every query reads all slices. */
const mostSlices = 64;

function parseSlices(text: string): number {
  if (/^[1-9]\d?$/.test(text) && Number(text) <= mostSlices) return Number(text);
  throw new CopydeskError('invalid_request', `Give a number of slices from 1 to ${mostSlices}. Nothing was changed.`);
}
