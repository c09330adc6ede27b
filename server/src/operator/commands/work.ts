import type { Command } from 'commander';
import { addCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { runUntilStopped } from '../run-until-stopped.ts';

export function buildWork(program: Command, context: Context): void {
  addCommand(program, {
    usage: 'work',
    summary: 'Work on jobs, without the API',
    description: 'Any number of workers may share one database, also on several machines with DATABASE_URL.',
    examples: ['copydesk work', 'DATABASE_URL=postgres://copydesk@db/copydesk copydesk work'],
  })
    .option('--vale <path>', "the program of Vale, for repositories' rules of style, instead of COPYDESK_VALE")
    .action((options: WorkCommandOptions) => work(context, options));
}

interface WorkCommandOptions {
  vale?: string;
  json?: true;
}

async function work({ operator, terminal, stopRequest }: Context, options: WorkCommandOptions): Promise<void> {
  const stopRequested = stopRequest();
  const changes: Record<string, string> = options.vale === undefined ? {} : { COPYDESK_VALE: options.vale };
  const worker = await operator.with(changes).work();
  terminal.out(options.json ? `${JSON.stringify({ worker: true })}\n` : 'Waiting for jobs\n');
  await runUntilStopped(worker, stopRequested, terminal);
}
