import type { Command } from 'commander';
import { addCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { runUntilStopped } from '../run-until-stopped.ts';

export function buildServe(program: Command, context: Context): void {
  addCommand(program, {
    usage: 'serve',
    summary: 'Serve the API and work on jobs',
    description:
      'Runs until it is stopped. SIGTERM or Ctrl-C lets the current steps finish; a second one ends it at once. ' +
      'The settings come from the environment: see /docs/operating.',
    examples: [
      'copydesk serve',
      'copydesk serve --port 8080 --host 0.0.0.0',
      'DATABASE_URL=postgres://copydesk@db/copydesk copydesk serve --no-worker',
    ],
  })
    .option('--no-worker', 'serve only the API; run "copydesk work" elsewhere')
    .option('--port <number>', 'the port to listen at, instead of COPYDESK_PORT')
    .option('--host <address>', 'the address to listen at, instead of COPYDESK_HOST')
    .option('--vale <path>', 'the program of Vale, for the style rules of repositories, instead of COPYDESK_VALE')
    .action((options: ServeCommandOptions) => serve(context, options));
}

interface ServeCommandOptions {
  worker: boolean;
  port?: string;
  host?: string;
  vale?: string;
  json?: true;
}

async function serve({ operator, terminal, stopRequest }: Context, options: ServeCommandOptions): Promise<void> {
  const stopRequested = stopRequest();
  const server = await operator.with(settingsOf(options)).serve({ worker: options.worker });
  const welcome = await server.services.createOwnerLink();
  if (options.json)
    terminal.out(`${JSON.stringify({ url: server.url, worker: options.worker, ...welcomeAsJson(welcome) })}\n`);
  else {
    terminal.out(`Copydesk listens at ${server.url}\n`);
    terminal.out(welcome === undefined ? `Sign in at ${server.url}/sign-in\n` : invitation(welcome.link));
    if (!options.worker) terminal.tell('It accepts jobs but does not work on them: run "copydesk work" too.\n');
    if (terminal.interactive.out) terminal.tell(nextSteps(await server.services.listProjects()));
  }
  await runUntilStopped(server, stopRequested, terminal);
}

interface Welcome {
  link: string;
  expiresAt: Date;
}

function welcomeAsJson(welcome: Welcome | undefined): { ownerLink?: string; ownerLinkExpiresAt?: Date } {
  return welcome === undefined ? {} : { ownerLink: welcome.link, ownerLinkExpiresAt: welcome.expiresAt };
}

function invitation(link: string): string {
  return `Nobody has an account yet. This link creates the owner account, once, within an hour:\n\n  ${link}\n\n`;
}

/** Returns what the user does next, in another terminal. */
function nextSteps([first]: { name: string }[]): string {
  if (first !== undefined) return 'Stop it with Ctrl-C: the current steps finish first.\n';
  return (
    'There is no project yet. In another terminal, in this folder and with the same settings:\n\n' +
    '  copydesk project create --name Handbook --repository ~/code/handbook\n' +
    '  copydesk job create "fix broken links" --project Handbook\n\n' +
    'Stop it with Ctrl-C: the current steps finish first.\n'
  );
}

/**
 * Returns the options under the names of the settings, so that one place checks them and reports all errors together.
 */
function settingsOf({ port, host, vale }: ServeCommandOptions): Record<string, string> {
  return {
    ...(port === undefined ? {} : { COPYDESK_PORT: port }),
    ...(host === undefined ? {} : { COPYDESK_HOST: host }),
    ...(vale === undefined ? {} : { COPYDESK_VALE: vale }),
  };
}
