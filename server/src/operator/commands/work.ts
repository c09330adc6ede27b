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
  }).action((options: { json?: true }) => work(context, options));
}

async function work({ operator, terminal, stopRequest }: Context, options: { json?: true }): Promise<void> {
  const stopRequested = stopRequest();
  const worker = await operator.work();
  terminal.out(options.json ? `${JSON.stringify({ worker: true })}\n` : 'Waiting for jobs\n');
  await runUntilStopped(worker, stopRequested, terminal);
}
