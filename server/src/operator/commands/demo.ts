import type { Command } from 'commander';
import { addCommand } from '../command.ts';
import { type Context, printJson } from '../context.ts';
import { withDemoServer } from '../demo/demo-server.ts';
import { runDemoJob } from '../demo/demo-job.ts';
import { openScript } from '../demo/script.ts';
import { printHowToContinue } from '../demo/how-to-continue.ts';
import { signalExitCode } from '../terminal/signals.ts';

export function buildDemo(program: Command, context: Context): void {
  addCommand(program, {
    usage: 'demo',
    summary: 'Show a job from the prompt to the pull request, on a sample docs site',
    description:
      'Everything is created in a temporary folder and on a free port, and removed at the end: the database, the ' +
      'repository, the project and the key. It touches no other Copydesk on this machine and no network.',
    examples: ['copydesk demo', 'copydesk demo --stay'],
  })
    .option('--stay', 'keep the server running, and show how to continue with curl')
    .action((options: { stay?: true; json?: true }) => demo(context, options));
}

async function demo(context: Context, options: { stay?: true; json?: true }): Promise<void> {
  const { terminal, exit } = context;
  const stop = new AbortController();
  const stopRequested = context.stopRequest();
  void stopRequested.then(() => stop.abort());
  const script = openScript(terminal, context.now, options.json ? terminal.err : terminal.tell);
  try {
    await withDemoServer(context.operator, script, async (server) => {
      const shown = await runDemoJob(server, script, stop.signal);
      if (options.json) {
        const secrets = options.stay
          ? { key: server.token, signInLink: await server.signInLink(shown.pullRequest) }
          : {};
        printJson(terminal, { url: server.url, projectId: server.project.id, ...shown.result, ...secrets });
      }
      if (!options.stay)
        return script.line(
          `\nDone in ${script.seconds()} s. The server and its data are removed. To keep them and explore: copydesk demo --stay`,
        );
      if (!options.json) await printHowToContinue(server, script, shown);
      await stopRequested;
    });
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    exit.code = signalExitCode(await stopRequested);
  }
}
