import type { Command } from 'commander';
import { addCommand } from '../command.ts';
import { type Context, printJson } from '../context.ts';
import { paintFor } from '../output/paint.ts';
import { printable } from '../output/text-width.ts';

export function buildDoctor(program: Command, context: Context): void {
  addCommand(program, {
    usage: 'doctor',
    summary: 'Find what is wrong with settings, programs, folder, port and database, and what to do',
    description:
      'Changes nothing, and makes no database. Run it in the folder and with the settings of the server, beside it or alone.\n' +
      'Ends with 1 when something is wrong, and with 0 when something is unwise at most.',
    examples: ['copydesk doctor', 'copydesk doctor --json'],
  }).action((options: { json?: true }) => doctor(context, options));
}

async function doctor({ operator, terminal, exit }: Context, { json }: { json?: true }): Promise<void> {
  const findings = await operator.examine();
  if (findings.some(({ severity }) => severity === 'wrong')) exit.code = 1;
  if (json) return printJson(terminal, { findings });
  const paint = paintFor(terminal.colours.out);
  for (const { about, severity, found, todo } of findings) {
    const word = severity === 'wrong' ? paint.bad('wrong') : paint.careful('unwise');
    terminal.out(`${word}  ${paint.strong(printable(about))}: ${printable(found)}\n       ${printable(todo)}\n`);
  }
  if (findings.length === 0) terminal.out('Nothing is wrong.\n');
}
