import path from 'node:path';
import type { Command } from 'commander';
import { CopydeskError } from '@copydesk/contract/errors';
import { addCommand } from '../command.ts';
import { type Context, printJson } from '../context.ts';
import { paintFor } from '../output/paint.ts';
import { printable } from '../output/text-width.ts';

export function buildDoctor(program: Command, context: Context): void {
  addCommand(program, {
    usage: 'doctor',
    summary: 'Find what is wrong with settings, programs, folder, port and database, and how to fix it',
    description:
      'Changes nothing, and creates no database. Run it in the folder and with the settings of the server, which may run. ' +
      'The exit code is 1 if something is wrong, and 0 if not, even if something is unwise.\n\n' +
      '--bundle writes a file for whoever helps you: what is found, the status, which settings are set, sizes, codes of errors, ' +
      'and what the database and, with --log, Copydesk itself have logged. Prompts, docs, secrets and addresses are left out. It is ' +
      'text: read it before you send it.',
    examples: ['copydesk doctor', 'copydesk doctor --json', 'copydesk doctor --bundle support.json --log copydesk.log'],
  })
    .option('--bundle <file>', 'write a file for whoever helps you')
    .option('--log <file>', 'the log of "copydesk serve", as JSON lines, for the bundle')
    .action((options: Options) => doctor(context, options));
}

interface Options {
  bundle?: string;
  log?: string;
  json?: true;
}

async function writeBundle({ operator, terminal }: Context, { bundle = '', log, json }: Options): Promise<void> {
  const file = path.resolve(bundle);
  const { bytes } = await operator.supportBundle({ file, log: log === undefined ? undefined : path.resolve(log) });
  if (json) return printJson(terminal, { file, bytes });
  terminal.out(`${printable(file)}: ${bytes.toLocaleString('en')} bytes. Read it before you send it.\n`);
}

async function doctor(context: Context, options: Options): Promise<void> {
  if (options.bundle !== undefined) return await writeBundle(context, options);
  if (options.log !== undefined)
    throw new CopydeskError('invalid_request', '--log is for the bundle: also give --bundle FILE.');
  const { operator, terminal, exit } = context;
  const { json } = options;
  const findings = await operator.examine();
  if (findings.some(({ severity }) => severity === 'wrong')) exit.code = 1;
  if (json) return printJson(terminal, { findings });
  const paint = paintFor(terminal.colours.out);
  for (const { about, severity, found, todo } of findings) {
    const word = severity === 'wrong' ? paint.bad('wrong') : paint.careful('unwise');
    terminal.tell(`${word}  ${paint.strong(printable(about))}: ${printable(found)}\n       ${printable(todo)}\n`);
  }
  if (findings.length === 0) terminal.out('Nothing is wrong.\n');
}
