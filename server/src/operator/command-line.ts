import type { Context } from './context.ts';
import type { Operator } from './operator.ts';
import { runCommand } from './program.ts';
import { stopRequest } from './signals.ts';
import { openTerminal } from './terminal.ts';

/** Carries out the process's command line and sets its exit code. */
export async function commandLine(process: NodeJS.Process, operator: Operator, now: () => Date): Promise<void> {
  const context: Context = {
    operator,
    terminal: openTerminal(process),
    now,
    stopRequest: () => stopRequest(process, now),
    exit: { code: 0 },
  };
  const debug = (process.env.COPYDESK_DEBUG ?? '') !== '';
  process.exitCode = await runCommand(process.argv.slice(2), context, debug);
}
