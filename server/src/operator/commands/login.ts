import type { Command } from 'commander';
import { addCommand } from '../command.ts';
import { type Context, printJson } from '../context.ts';
import { printableLine } from '../output/text-width.ts';
import { readSecret } from '../terminal/secret.ts';

export function buildLogin(program: Command, context: Context): void {
  addCommand(program, {
    usage: 'login <address>',
    summary: 'Let the commands use a server on another machine, with an API key',
    description:
      'Asks for the key, and stores it in your own configuration where only you may read it. From then on, the commands that a key ' +
      'may do use that server, unless COPYDESK_DATA_DIR, DATABASE_URL or the data folder shows that this is its machine.',
    examples: [
      'copydesk login https://desk.example.com',
      'copydesk login https://desk.example.com --profile work --key-from key.txt',
    ],
  })
    .option('--profile <name>', 'the name of the profile; COPYDESK_PROFILE chooses among several', 'default')
    .option('--key-from <file>', 'read the key from a file; - for standard input')
    .option('--allow-http', 'send the key unencrypted; only in a network that you trust')
    .action((address: string, options: LoginOptions) => login(context, address, options));
}

interface LoginOptions {
  profile: string;
  keyFrom?: string;
  allowHttp?: true;
  json?: true;
}

async function login(context: Context, url: string, options: LoginOptions): Promise<void> {
  const { operator, terminal } = context;
  const { profile, keyFrom, allowHttp = false } = options;
  const key = await readSecret(terminal, { name: `The API key for ${url}`, from: keyFrom, option: '--key-from' });
  const me = await operator.login({ url, key, profile, allowHttp });
  const { name, scopes, project, organisation } = me;
  if (options.json) return printJson(terminal, { profile, url, name, scopes, project, organisation });
  const of = project === null ? organisation.name : `the project ${project.name}`;
  terminal.out(
    `Signed in to ${printableLine(url)} by the key "${printableLine(name)}" (${scopes.join(', ')}) of ${printableLine(of)}\n`,
  );
}

export function buildLogout(program: Command, context: Context): void {
  addCommand(program, {
    usage: 'logout',
    summary: 'Forget a server and its key',
    description: 'The key itself stays valid: revoke it where it was created.',
    examples: ['copydesk logout', 'copydesk logout --profile work'],
  })
    .option('--profile <name>', 'the profile (default: the current one)')
    .action(async ({ profile, json }: { profile?: string; json?: true }) => {
      const { operator, terminal } = context;
      const forgotten = await operator.logout(profile);
      if (json) printJson(terminal, forgotten);
      else terminal.out(`Forgot ${printableLine(forgotten.url)} (profile ${printableLine(forgotten.profile)})\n`);
    });
}
