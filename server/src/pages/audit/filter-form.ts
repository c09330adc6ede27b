import type { AuditQuery } from '@copydesk/contract';
import { auditActions } from '../../audit/actions.ts';
import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import type { Site } from '../view/site.ts';
import type { AuditShown } from './shown.ts';

/** What the log is narrowed by. It is sent by GET, so that the address says it. */
export function filterForm(site: Site, { query, errors, people, projects }: AuditShown): Html {
  const actors = [
    ...people.map(({ id, name }) => ({ value: id, name })),
    { value: 'command', name: 'The terminal' },
    { value: 'system', name: 'Copydesk, or somebody unknown' },
  ];
  return html`<form class="filters" action="${site.href('/audit')}">
    ${select('What', 'action', actionOptions(), query.action)} ${select('Who', 'actor', actors, query.actor)}
    ${select(
      'Project',
      'project',
      projects.map(({ id, name }) => ({ value: id, name })),
      query.project,
    )}
    ${date('From', 'from', query, errors)} ${date('Before', 'to', query, errors)}
    <p class="row-actions">
      <button type="submit">Show</button>
      ${isNarrowed(query) && html`<a class="button" href="${site.href('/audit')}">All</a>`}
    </p>
  </form>`;
}

interface Option {
  value: string;
  name: string;
}

const groups: Record<string, string> = {
  'sign-in': 'Sign-ins',
  session: 'Sessions',
  person: 'People',
  key: 'API keys',
  project: 'Projects',
  webhook: 'Webhooks',
  job: 'Jobs',
  'pull-request': 'Pull requests',
  share: 'Share links',
};

/** Each group, and beneath it what is of it. */
function actionOptions(): Option[] {
  const actions = Object.keys(auditActions);
  return Object.entries(groups).flatMap(([group, name]) =>
    [{ value: group, name: `${name}: all` }].concat(
      actions
        .filter((action) => action.startsWith(`${group}.`) || (group === 'sign-in' && action === 'sign-out'))
        .map((action) => ({ value: action, name: `${name}: ${lastPart(action)}` })),
    ),
  );
}

function lastPart(action: string): string {
  return action.slice(action.lastIndexOf('.') + 1).replaceAll('-', ' ');
}

/** What is asked for and not among the options, such as an API key, stays chosen. */
function select(label: string, name: string, options: Option[], chosen: string | undefined): Html {
  const isListed = chosen === undefined || options.some(({ value }) => value === chosen);
  const all = isListed ? options : [...options, { value: chosen, name: chosen }];
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      <option value="">All</option>
      ${all.map(
        ({ value, name: text }) =>
          html`<option value="${value}" ${value === chosen && html` selected`}>${text}</option>`,
      )}
    </select>
  </div>`;
}

function date(label: string, name: 'from' | 'to', query: AuditQuery, errors: AuditShown['errors']): Html {
  const wrong = errors.find(({ parameter }) => parameter === name)?.detail;
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="date"
      value="${query[name]?.toISOString().slice(0, 10) ?? ''}"
      ${wrong !== undefined && html` aria-invalid="true" aria-describedby="${name}-wrong"`}
    />
    ${wrong !== undefined && html`<p class="wrong" id="${name}-wrong">${label} ${wrong}.</p>`}
  </div>`;
}

function isNarrowed({ action, actor, project, from, to }: AuditQuery): boolean {
  return [action, actor, project, from, to].some((one) => one !== undefined);
}
