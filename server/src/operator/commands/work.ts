import { CopydeskError } from '@copydesk/contract';
import type { Command } from 'commander';
import { addCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { drain } from '../drain.ts';
import { runUntilStopped } from '../run-until-stopped.ts';

export function buildWork(program: Command, context: Context): void {
  addCommand(program, {
    usage: 'work',
    summary: 'Work on jobs, without the API',
    description:
      'Any number of workers may share one database, also on several machines with DATABASE_URL. ' +
      'With --drain it works on none: it lets the workers of this machine take no more jobs, waits until their current jobs ' +
      'have ended, and then ends them. The workers of other machines continue. SIGTERM is faster: other workers continue the jobs.',
    examples: [
      'copydesk work',
      'DATABASE_URL=postgres://copydesk@db/copydesk copydesk work',
      'copydesk work --drain',
      'copydesk work --drain --host docs-2',
    ],
  })
    .option('--drain', 'end the workers of this machine when their current jobs have ended')
    .option('--host <name>', 'with --drain: another machine, by its host name')
    .option('--vale <path>', 'the program of Vale, for the style rules of repositories, instead of COPYDESK_VALE')
    .action((options: WorkCommandOptions) => (options.drain ? drain(context, options) : work(context, options)));
}

interface WorkCommandOptions {
  drain?: true;
  host?: string;
  vale?: string;
  json?: true;
}

/** @throws CopydeskError `invalid_request` for a host without --drain, and the errors of `Operator.work`. */
async function work({ operator, terminal, stopRequest }: Context, options: WorkCommandOptions): Promise<void> {
  if (options.host !== undefined) {
    throw new CopydeskError('invalid_request', '--host is only for --drain. Give both, or leave --host out.');
  }
  const stopRequested = stopRequest();
  const changes: Record<string, string> = options.vale === undefined ? {} : { COPYDESK_VALE: options.vale };
  const worker = await operator.with(changes).work();
  terminal.out(options.json ? `${JSON.stringify({ worker: true })}\n` : 'Waiting for jobs\n');
  await runUntilStopped(worker, stopRequested, terminal);
}
