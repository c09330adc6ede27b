import { ConnectionSettings, CopydeskError, codeHosts } from '@copydesk/contract';
import type { CodeHostName, ConnectionCredential } from '@copydesk/contract';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { hostedNames, kinds } from '../../../code-hosts/kinds.ts';
import { addCommand } from '../../command.ts';
import type { Connected, ConnectionCheck, ConnectionPlan } from '../../project/connections.ts';
import { type Context, printJson, withServices } from '../../context.ts';
import { looksSecret, namesCredential, readCredential, secretInArguments } from '../../project/credential.ts';
import type { CredentialOptions } from '../../project/credential.ts';
import type { OperatorServices } from '../../operator.ts';
import { checkPrinter, presentConnected, printConnected, printSettings } from '../../output/connection.ts';
import { printableLine } from '../../output/text-width.ts';

export function buildProjectConnect(group: Command, context: Context): void {
  const command = addCommand(group, {
    usage: 'connect [project-or-URL]',
    summary: `Connect a project with ${hostedNames.map((kind) => kinds[kind].name).join(', ')} or a git server`,
    description:
      'Finds out which host it is, asks for a credential, tries all that is needed at the host (it pushes a branch and ' +
      'deletes it again), and says what is missing. The credential is stored, encrypted, if all succeeded. A project ' +
      'that is connected is tried again with the stored credential. Never write secrets on the command line: the command ' +
      'asks for them, or reads a file, standard input (-) or COPYDESK_TOKEN.',
    examples: [
      'copydesk project connect https://github.com/acme/docs',
      'copydesk project connect Handbook --token-from token.txt',
      'copydesk project connect https://github.com/acme/docs --app-id 1234 --private-key-from app.pem',
      'copydesk project connect https://git.example.com/acme/docs --host gitlab --label docs --no-draft',
      'copydesk project connect Handbook --check',
    ],
  });
  addTargetOptions(command);
  addCredentialOptions(command);
  addSettingOptions(command);
  command
    .allowExcessArguments()
    .action((target: string | undefined, options: ConnectOptions) => connect(context, target, options, command.args));
}

function addTargetOptions(command: Command): void {
  command
    .addOption(new Option('--host <host>', 'the kind of host, if the address does not show it').choices([...codeHosts]))
    .option('--api-url <URL>', 'the base address of its API, if it is not the usual one')
    .option('--repository <URL>', 'the new address of a repository that was renamed or moved')
    .option('--name <name>', "the name of a new project (default: the repository's)")
    .option('--ref <branch>', 'the branch that its pull requests go into (default: that of the repository)')
    .option('--docs <folder>', 'the folder of its docs within the repository (default: all of it)');
}

function addCredentialOptions(command: Command): void {
  command
    .option('--token-from <file>', 'a file with the token; - for standard input')
    .option('--app-id <id>', 'the id of a GitHub App, instead of a token')
    .option('--private-key-from <file>', 'a file with the private key of the App; - for standard input')
    .option('--installation <number>', 'the installation of the App (default: found by the repository)', parseNumber)
    .option('--username <name>', 'the user of a git server without a known API')
    .option('--password-from <file>', "a file with that user's password or token; - for standard input")
    .option('--check', 'try the stored credential, and change nothing')
    .option('--force', 'store the credential even if something is missing')
    .option('--disconnect', 'delete the credential: from now on, Copydesk itself keeps the pull requests')
    .option('--new-webhook-secret', 'create a new secret for the webhooks of the host, and show it once');
  for (const name of ['token', 'password', 'private-key']) {
    command.addOption(new Option(`--${name} [value]`).hideHelp());
  }
}

function addSettingOptions(command: Command): void {
  command
    .option('--draft', 'open pull requests as drafts')
    .option('--no-draft', 'open pull requests ready for review')
    .option(
      '--label <label>',
      'a label for pull requests; may be given several times; replaces the earlier ones',
      collect,
    )
    .option('--no-label', 'no label')
    .option(
      '--reviewer <account>',
      'an account that is asked to review; may be given several times; replaces the earlier ones',
      collect,
    )
    .option('--no-reviewer', 'ask nobody to review')
    .option('--mention <name>', 'the name by which comments address Copydesk (default: copydesk)');
}

interface ConnectOptions extends CredentialOptions {
  host?: CodeHostName;
  apiUrl?: string;
  repository?: string;
  name?: string;
  ref?: string;
  docs?: string;
  check?: true;
  force?: true;
  disconnect?: true;
  newWebhookSecret?: true;
  draft?: boolean;
  label?: string[] | boolean;
  reviewer?: string[] | boolean;
  mention?: string;
  token?: unknown;
  password?: unknown;
  privateKey?: unknown;
  json?: true;
}

async function connect(context: Context, target: string | undefined, options: ConnectOptions, words: string[]) {
  refuseSecrets(options, words);
  const settings = settingsOf(options);
  await withServices(
    context,
    async (services) => {
      const { docs: docsFolder, host, apiUrl, repository, name, ref } = options;
      const request = { target, host, apiUrl, repository, name, ref, docsFolder };
      if (options.disconnect) return await disconnect(context, services, target, options);
      const plan = await services.connections.plan(request);
      if (options.newWebhookSecret) return await renewSecret(context, services, plan, options);
      const asksForMore = namesCredential(options) || options.check === true || repository !== undefined;
      if (plan.connection && !asksForMore && Object.values(settings).some((value) => value !== undefined)) {
        return await change(context, services, plan, settings, options);
      }
      return await tryAndStore(context, services, plan, settings, options);
    },
    { createsDatabase: true },
  );
}

async function tryAndStore(
  context: Context,
  services: OperatorServices,
  plan: ConnectionPlan,
  settings: ConnectionSettings,
  options: ConnectOptions,
): Promise<void> {
  const { terminal, operator } = context;
  const printer = checkPrinter(terminal, options.json === true);
  printer.begin(plan);
  const isNew = plan.connection === undefined || namesCredential(options);
  const credential =
    isNew && options.check !== true
      ? await readCredential(terminal, options, { token: operator.token, host: plan.host })
      : undefined;
  const { checks, isWell } = await tryAll(services, plan, {
    credential,
    settings,
    onCheck: (check) => printer.check(check),
  });
  const stored =
    isWell || options.force === true ? await store(services, plan, credential, settings, options) : undefined;
  if (!isWell) context.exit.code = 1;
  if (options.json) return printJson(terminal, presentConnected(plan, checks, stored));
  printer.end(plan, { isWell, isStored: stored !== undefined, isTrial: credential === undefined });
  if (stored) printConnected(terminal, stored);
}

async function tryAll(
  services: OperatorServices,
  plan: ConnectionPlan,
  attempt: Parameters<OperatorServices['connections']['try']>[1],
): Promise<{ checks: ConnectionCheck[]; isWell: boolean }> {
  const checks: ConnectionCheck[] = [];
  const isWell = await services.connections.try(plan, {
    ...attempt,
    onCheck(check) {
      checks.push(check);
      attempt.onCheck(check);
    },
  });
  return { checks, isWell };
}

/** Stores nothing when the stored credential was checked, unless the repository has moved. */
async function store(
  services: OperatorServices,
  plan: ConnectionPlan,
  credential: ConnectionCredential | undefined,
  settings: ConnectionSettings,
  options: ConnectOptions,
): Promise<Connected | undefined> {
  if (credential !== undefined) return await services.connections.connect(plan, credential, settings);
  if (options.repository === undefined || options.check === true) return undefined;
  return await services.connections.move(plan, settings);
}

async function change(
  context: Context,
  services: OperatorServices,
  plan: ConnectionPlan,
  settings: ConnectionSettings,
  { json }: ConnectOptions,
): Promise<void> {
  const { project } = plan;
  if (project === undefined) return;
  const connection = await services.connections.change(project.id, settings);
  const webhookUrl = await services.connections.webhookUrl(project.id);
  if (json)
    printJson(
      context.terminal,
      presentConnected(plan, [], { project, connection, webhookUrl, webhookSecret: undefined }),
    );
  else printSettings(context.terminal, project, connection);
}

async function renewSecret(
  { terminal }: Context,
  services: OperatorServices,
  { project }: ConnectionPlan,
  { json }: ConnectOptions,
): Promise<void> {
  const projectId = project?.id ?? '';
  const secret = await services.connections.renewWebhookSecret(projectId);
  const url = await services.connections.webhookUrl(projectId);
  if (json) return printJson(terminal, { webhook: { url, secret } });
  terminal.out(`${secret}\n`);
  terminal.err(`From now on, the host must sign the webhooks to ${url} with this secret. It is not shown again.\n`);
}

async function disconnect(
  { terminal }: Context,
  services: OperatorServices,
  target: string | undefined,
  { json }: ConnectOptions,
): Promise<void> {
  if (target === undefined) throw refused('Say which project to disconnect.');
  const project = await services.findProject(target);
  const disconnected = await services.connections.disconnect(project.id);
  if (json) return printJson(terminal, { id: project.id, disconnected });
  terminal.out(
    disconnected
      ? `Disconnected the project ${printableLine(project.name)}. Its credential is deleted here; revoke it at the host, too.\n`
      : `The project ${printableLine(project.name)} was not connected.\n`,
  );
}

function refuseSecrets({ token, password, privateKey }: ConnectOptions, words: string[]): void {
  const inOptions = [token, password, privateKey].some((value) => value !== undefined);
  if (inOptions || words.some(looksSecret)) throw secretInArguments();
  if (words.length > 1) throw refused('Give one project or address, not several words. Quote a name that has spaces.');
}

function settingsOf({ draft, label, reviewer, mention }: ConnectOptions): ConnectionSettings {
  const parsed = ConnectionSettings.safeParse({
    draft,
    labels: listOf(label),
    reviewers: listOf(reviewer)?.map((name) => name.replace(/^@/, '')),
    mention: mention?.replace(/^@/, ''),
  });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw refused(
    `The ${issue?.path[0]?.toString() ?? 'setting'} cannot be used: ${issue?.message ?? 'it is not valid'}.`,
  );
}

/** False for the `--no-…` options: an empty list. */
function listOf(option: string[] | boolean | undefined): string[] | undefined {
  if (option === false) return [];
  return Array.isArray(option) ? option : undefined;
}

function collect(value: string, before: unknown): string[] {
  return [...(Array.isArray(before) ? before.map(String) : []), value];
}

function parseNumber(text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new InvalidArgumentError('It must be the number of an installation.');
}

function refused(detail: string): CopydeskError {
  return new CopydeskError('invalid_request', detail);
}
