import { isIP } from 'node:net';
import type { Connected, ConnectionCheck, ConnectionPlan } from '../project/connections.ts';
import { isHosted, kinds } from '../../code-hosts/kinds.ts';
import type { Connection } from '../../projects/connection/connection.ts';
import type { Project } from '../../projects/project.ts';
import { presentProject } from '../present.ts';
import { siteLines } from './coverage.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { paintFor } from './paint.ts';
import { printFields } from './table.ts';
import { printable } from './text-width.ts';

/** Prints the checks of a connection as they finish. Prints nothing with `--json`. */
export function checkPrinter(terminal: Terminal, silent: boolean) {
  const paint = paintFor(terminal.colours.out);
  const say = (text: string): void => {
    if (!silent) terminal.out(text);
  };
  return {
    begin({ host, apiUrl, repository, gitUrl }: ConnectionPlan): void {
      const where = isHosted(host) ? `${kinds[host].name}: ${repository}, API ${apiUrl}` : `a git server: ${gitUrl}`;
      say(`${printable(where)}\n`);
    },
    check({ name, ok, detail, isAdvice }: ConnectionCheck): void {
      const failed = isAdvice === true ? paint.careful('!') : paint.bad('✗');
      say(`  ${ok ? paint.good('✓') : failed} ${printable(`${name}: ${detail}`)}\n`);
    },
    end(plan: ConnectionPlan, { isWell, isStored, isTrial }: { isWell: boolean; isStored: boolean; isTrial: boolean }) {
      if (isWell && isTrial && !isStored) say('Everything that is needed works.\n');
      if (isWell || isStored) return;
      const stays = plan.connection ? 'what was stored before stays as it is' : 'nothing was stored';
      say(
        isTrial
          ? '\nSomething is missing. Fix what is marked with ✗, and try again.\n'
          : `\nSomething is missing, and ${stays}. Fix what is marked with ✗, and connect again; or store the credential anyway with --force.\n`,
      );
    },
  };
}

/** Prints what was connected, and what remains to do at the host. */
export function printConnected(terminal: Terminal, connected: Connected): void {
  const { project, site, connection, webhookUrl, webhookSecret } = connected;
  printSettings(terminal, project, connection);
  for (const line of siteLines(site)) terminal.out(`${printable(line)}\n`);
  if (!isHosted(connection.host)) {
    terminal.out('\nCopydesk keeps the pull requests of this project: a git server alone has none.\n');
    return;
  }
  terminal.out(
    '\nWebhooks notify Copydesk at once of comments, merges and pushes; without them it asks the host every minute.\n',
  );
  const { name, webhook } = kinds[connection.host];
  terminal.out(
    isOutOfReach(webhookUrl)
      ? `${webhookUrl} can be reached only from this machine or network. If ${name} cannot send there, ` +
          `do without webhooks, or set COPYDESK_URL to a public address first. To get webhooks, add one at ${webhook.place}:\n`
      : `At ${webhook.place}, add one:\n`,
  );
  printFields(terminal, [
    ['address', webhookUrl],
    ['secret', webhookSecret ?? 'as before (for a new one: --new-webhook-secret)'],
    ['events', webhook.events],
    ['format', webhook.format],
  ]);
  if (webhookSecret !== undefined) terminal.out('The secret is not shown again.\n');
}

/** Prints how a project is connected, as fields. */
export function printSettings(terminal: Terminal, project: Project, connection: Connection): void {
  const paint = paintFor(terminal.colours.out);
  terminal.out(`The project ${paint.strong(printable(project.name))} is connected\n`);
  printFields(terminal, [['id', project.id], ...connectionFields(connection)]);
}

/** Returns a connection, as `printFields` takes it. */
export function connectionFields(connection: Connection): [name: string, value: string | undefined][] {
  return [
    ['host', kinds[connection.host].name],
    ['repository', connection.repository],
    ['API', connection.apiUrl || undefined],
    ['credential', `${connection.credentialKind} ${connection.hint}`.trimEnd()],
    ['account', connection.login ?? undefined],
    ['mention', isHosted(connection.host) ? `@${connection.mention}` : undefined],
    ['draft', connection.draft ? 'yes' : 'no'],
    ['labels', connection.labels.join(', ') || 'none'],
    ['reviewers', connection.reviewers.join(', ') || 'none'],
  ];
}

/** Returns the same for `--json`: the webhook secret when it is new, and never the credential. */
export function presentConnected(plan: ConnectionPlan, checks: ConnectionCheck[], connected: Connected | undefined) {
  const { host, apiUrl, repository } = plan;
  const connection = connected?.connection ?? plan.connection;
  const project = connected?.project ?? plan.project;
  return {
    project: project ? presentProject(project) : null,
    site: connected?.site ?? null,
    host,
    apiUrl,
    repository,
    checks,
    ok: checks.every(({ ok, isAdvice }) => ok || isAdvice === true),
    stored: connected !== undefined,
    connection: connection ? presentConnection(connection) : null,
    webhook: connected ? { url: connected.webhookUrl, secret: connected.webhookSecret ?? null } : null,
  };
}

/** Returns a connection, as `--json` shows it. It contains no secret. */
export function presentConnection(connection: Connection) {
  const { host, apiUrl, repository, credentialKind, hint, login, mention, draft, labels, reviewers } = connection;
  const { webhookSeenAt, updatedAt } = connection;
  return {
    host,
    apiUrl,
    repository,
    credentialKind,
    hint,
    login,
    mention,
    draft,
    labels,
    reviewers,
    webhookSeenAt: webhookSeenAt?.toISOString() ?? null,
    updatedAt: updatedAt.toISOString(),
  };
}

/** Whether an address belongs to this machine or a private network, as far as the address itself shows. */
function isOutOfReach(url: string): boolean {
  const host = new URL(url).hostname.replaceAll(/[[\]]/g, '');
  if (isIP(host) === 0)
    return host === 'localhost' || !host.includes('.') || /\.(local|internal|localhost)$/.test(host);
  return /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|0\.|::1$|f[cd]|fe80)/i.test(host);
}
