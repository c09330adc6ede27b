import type { Command } from 'commander';
import { addCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { runUntilStopped } from '../run-until-stopped.ts';

export function buildMcp(program: Command, context: Context): void {
  addCommand(program, {
    usage: 'mcp',
    summary: 'Serve MCP to the program that starts this command',
    description:
      'For agents that start MCP servers as programs: it uses standard input and output, and calls a Copydesk server. ' +
      'COPYDESK_URL is the address of the server, COPYDESK_KEY an API key, COPYDESK_PROJECT the project of calls that name ' +
      'none. A server offers the same at /mcp, for agents that accept an address and a key. Standard output is JSON.',
    examples: ['COPYDESK_URL=https://copydesk.example.com COPYDESK_KEY=desk_… copydesk mcp --read-only'],
  })
    .option('--read-only', 'change nothing, whatever the key allows')
    .action((options: { readOnly?: true }) => serve(context, options));
}

async function serve({ operator, terminal, stopRequest }: Context, options: { readOnly?: true }): Promise<void> {
  const stopRequested = stopRequest();
  const running = await operator.mcp({
    readOnly: options.readOnly === true,
    input: terminal.openInput(),
    output: terminal.out,
    complain: terminal.err,
  });
  await runUntilStopped(running, stopRequested, terminal);
}
