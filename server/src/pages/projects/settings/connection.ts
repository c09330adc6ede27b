import type { ConnectionChecks } from '@copydesk/contract';
import { hostedNames, kinds } from '../../../code-hosts/kinds.ts';
import { copyable } from '../../view/copyable.ts';
import { html } from '../../view/html.ts';
import type { Html } from '../../view/html.ts';
import { relativeTime } from '../../view/time.ts';
import { areaField, faultAt, hiddenFields, otherFaults, refusal, selectField, textField } from '../../view/fields.ts';
import type { Faults } from '../../view/fields.ts';
import { actionOf, button, panel } from './parts.ts';
import type { SettingsView } from './view.ts';

/** Renders how the project reaches its code host. */
export function connectionPanel(view: SettingsView): Html {
  const { project, connection, outcome } = view;
  const lead = 'Pull requests are opened there, and git uses its credential, which is stored encrypted.';
  if (project.repositoryKind !== 'url') {
    const here =
      'The repository is on the machine of Copydesk: Copydesk keeps its pull requests, and no credential is needed.';
    return panel('connection', 'Code host', here, undefined);
  }
  const own = outcome?.section === 'connection' ? outcome : undefined;
  return panel(
    'connection',
    'Code host',
    lead,
    html`${connection ? facts(view, connection) : html`<p>Not connected: Copydesk keeps the pull requests.</p>`}
    ${own?.checks && checksList(own.checks)} ${connectForm(view, own?.typed, own?.faults ?? {})}`,
  );
}

function facts(view: SettingsView, connection: NonNullable<SettingsView['connection']>): Html {
  const { formToken, now } = view;
  const { host, repository, hint, login, webhook } = connection;
  return html`<dl class="facts">
      <dt>Host</dt>
      <dd>${host} · <bdi>${repository}</bdi></dd>
      <dt>Credential</dt>
      <dd><code>${hint}</code>${login !== null && html` as <bdi>${login}</bdi>`}</dd>
      <dt>Webhooks to</dt>
      <dd>
        ${copyable('webhook-url', webhook.url)}
        <span class="meta"
          >${webhook.seenAt === null ? 'none has arrived yet' : html`last one ${relativeTime(new Date(webhook.seenAt), now)}`}</span
        >
      </dd>
    </dl>
    <div class="row-actions data-list">
      ${button(view, 'connection/check', 'Try it', formToken)}
      ${button(view, 'connection/secret', 'New webhook secret', formToken)}
      ${button(view, 'connection/disconnect', 'Disconnect', formToken, true)}
    </div>`;
}

/** Renders what was checked at the host, and the results. */
export function checksList({ ok, checks }: ConnectionChecks): Html {
  return html`<div role="status">
    <p><b>${ok ? 'Everything that is needed works.' : 'Something that is needed does not work.'}</b></p>
    <ul class="checks-list">
      ${checks.map(
        ({ name, ok: isFine, isAdvice, detail }) =>
          html`<li>
            <span class="chip ${isFine ? 'good' : !isAdvice && 'bad'}"
              >${isFine ? 'works' : isAdvice ? 'advice' : 'fails'}</span
            >
            <span>${name}: ${detail}</span>
          </li>`,
      )}
    </ul>
  </div>`;
}

const hosts = [
  ['', 'found by the address'],
  ...hostedNames.map((kind) => [kind, kinds[kind].name] as const),
  ['git', 'a git server alone'],
] as const;

const credentialKinds = [
  ['token', 'a token'],
  ['app', 'a GitHub App'],
  ['password', 'a user name and a password'],
] as const;

/** The pointers of errors that belong to fields in the form of a credential. */
export const credentialPointers = ['/host', '/apiUrl', '/credential'];

const connectionPointers = [...credentialPointers, '/mention', '/draft', '/labels', '/reviewers'];

/** Renders the fields of a credential. Secrets are never filled in again. */
export function credentialFields(typed: Record<string, string>, faults: Faults): Html {
  const value = (name: string) => ({ id: `connection-${name}`, name, value: typed[name] ?? '' });
  const fault = (name: string) => faults[`/credential/${name}`];
  const rare = ['username', 'appId', 'privateKey', 'apiUrl'];
  const isOpen = rare.some((name) => typed[name] || fault(name) !== undefined) || faults['/apiUrl'] !== undefined;
  return html`<div class="pair">
      ${selectField({ ...value('host'), label: 'Code host', options: hosts, fault: faults['/host'] })}
      ${selectField({ ...value('kind'), label: 'Credential', options: credentialKinds, fault: fault('kind') })}
    </div>
    ${textField({
      ...value('secret'),
      value: '',
      type: 'password',
      label: 'Token or password',
      hint: 'It is stored encrypted, and never shown again. If you typed it before, type it again.',
      fault: fault('token') ?? fault('password') ?? faults['/credential'],
    })}
    <details ${isOpen && html` open`}>
      <summary>For an App, a user name, or an API at another address</summary>
      <div class="form">
        ${textField({ ...value('username'), label: 'User name', isOptional: true, fault: fault('username') })}
        ${textField({ ...value('appId'), label: 'Id of the App', isOptional: true, fault: fault('appId') })}
        ${areaField({
          ...value('privateKey'),
          value: '',
          rows: 3,
          label: 'Private key of the App',
          isOptional: true,
          fault: fault('privateKey'),
        })}
        ${textField({ ...value('apiUrl'), label: 'Address of the API', isOptional: true, fault: faults['/apiUrl'] })}
      </div>
    </details>`;
}

function connectForm(view: SettingsView, typed: Record<string, string> | undefined, faults: Faults): Html {
  const { connection, formToken } = view;
  const is = connection && {
    host: connection.host,
    mention: connection.mention,
    draft: connection.draft ? 'yes' : 'no',
    labels: connection.labels.join(', '),
    reviewers: connection.reviewers.join(', '),
  };
  const now: Record<string, string> = { ...is, ...typed };
  const line = (name: string) => ({
    id: `connection-${name}`,
    name,
    value: now[name] ?? '',
    fault: faultAt(faults, `/${name}`),
  });
  return html`<form class="form" method="post" action="${actionOf(view, 'connection')}">
    ${hiddenFields({ token: formToken })} ${refusal(otherFaults(faults, connectionPointers))}
    ${credentialFields(now, faults)}
    <div class="pair">
      ${textField({ ...line('mention'), label: 'Name in comments', hint: 'Without the @', isOptional: true })}
      ${selectField({
        ...line('draft'),
        label: 'Pull requests open',
        options: [
          ['no', 'ready for review'],
          ['yes', 'as drafts'],
        ],
      })}
      ${textField({ ...line('labels'), label: 'Labels', hint: 'Separated by commas', isOptional: true })}
      ${textField({ ...line('reviewers'), label: 'Reviewers', hint: 'Separated by commas', isOptional: true })}
    </div>
    <p class="row-actions">
      <button type="submit">${connection ? 'Save' : 'Try and connect'}</button>
      <span class="meta">A new credential is tried before it is stored.</span>
    </p>
  </form>`;
}
