import { auditActions } from '../../audit/actions.ts';
import type { AuditEntry } from '@copydesk/contract';
import { selectField, textField } from '../view/fields.ts';
import type { Suggestion } from '../view/fields.ts';
import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import type { Site } from '../view/site.ts';
import { searchOf } from './search.ts';
import { actorWords } from './named.ts';
import type { Named } from './named.ts';
import type { AuditShown } from './shown.ts';

/** Renders the filter of the log. The form is sent by GET, so that the address contains the filter. */
export function filterForm(site: Site, shown: AuditShown, entries: AuditEntry[]): Html {
  const { typed } = shown.filter;
  return html`<form class="filters" action="${site.href('/audit')}">
    ${selectField({ id: 'action', name: 'action', label: 'What', value: typed.action, options: actionOptions(typed.action) })}
    ${actorField(site, shown, entries)} ${projectField(site, shown)} ${dateField('From', 'from', shown)}
    ${dateField('Before', 'to', shown)}
    <p class="row-actions">
      <button type="submit">Show</button>
      ${Object.keys(typed).some((name) => name !== 'cursor') && html`<a class="button" href="${site.href('/audit')}">All</a>`}
    </p>
  </form>`;
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

/** Lists each group with its actions below it. A chosen action that is not in the list stays chosen. */
function actionOptions(chosen: string | undefined): (readonly [value: string, words: string])[] {
  const known = Object.entries(groups).flatMap(([group, name]) => optionsOf(group, name));
  const isKnown = chosen === undefined || known.some(([value]) => value === chosen);
  return [['', 'All'], ...known, ...(isKnown ? [] : [[chosen, chosen] as const])];
}

function optionsOf(group: string, name: string): [value: string, words: string][] {
  const actions = Object.keys(auditActions).filter(
    (action) => action.startsWith(`${group}.`) || (group === 'sign-in' && action === 'sign-out'),
  );
  return [[group, `${name}: all`], ...actions.map((one): [string, string] => [one, `${name}: ${lastPart(one)}`])];
}

function lastPart(action: string): string {
  return action.slice(action.lastIndexOf('.') + 1).replaceAll('-', ' ');
}

/** A text field that suggests the names of recent entries. A select would not do, since there may be thousands. */
function actorField(site: Site, shown: AuditShown, entries: AuditEntry[]): Html {
  const { filter, recent } = shown;
  const words = Object.entries(actorWords).map(([value, label]) => ({ value, label }));
  const { actor } = filter.typed;
  const known = actor !== undefined && Object.hasOwn(actorWords, actor) ? actorWords[actor] : undefined;
  const name = known ?? (filter.query.actor === actor ? entries[0]?.actor.name : undefined);
  return textField({
    id: 'actor',
    name: 'actor',
    label: 'Who',
    placeholder: 'Name or id',
    value: actor,
    suggestions: [...suggestionsOf(recent.actors), ...words],
    hint: possibleMatches(site, shown, 'actor') ?? (name !== actor && name),
    fault: faultOf(shown, 'actor'),
  });
}

function projectField(site: Site, shown: AuditShown): Html {
  const { filter, recent, projectNames } = shown;
  const { project } = filter.typed;
  const named = recent.projectIds.map((id) => ({ id, name: projectNames.get(id) ?? '' }));
  return textField({
    id: 'project',
    name: 'project',
    label: 'Project',
    placeholder: 'Name or id',
    value: project,
    suggestions: suggestionsOf(named.filter(({ name }) => name !== '')),
    hint: possibleMatches(site, shown, 'project') ?? projectNames.get(project ?? ''),
    fault: faultOf(shown, 'project'),
  });
}

/** Suggests names as people know them. Where several share a name, the id is suggested. */
function suggestionsOf(named: readonly Named[]): Suggestion[] {
  const isOfSeveral = (name: string) => named.filter((other) => other.name === name).length > 1;
  return named.map(({ id, name }) => (isOfSeveral(name) ? { value: id, label: name } : { value: name }));
}

/** Lists everyone that a typed name may mean, each as a link to the log filtered by them. */
function possibleMatches(site: Site, { filter }: AuditShown, parameter: 'actor' | 'project'): Html | undefined {
  const several = filter.several[parameter];
  if (several === undefined) return undefined;
  const search = (id: string) => searchOf({ ...filter.typed, [parameter]: id, cursor: undefined });
  return html`${several.map(
    ({ id, name, kind }) =>
      html`<a href="${site.href('/audit')}${search(id)}"
        ><bdi>${name}</bdi>, ${kind !== undefined && `${kind}, `}${id}</a
      >`,
  )}`;
}

function dateField(label: string, name: 'from' | 'to', shown: AuditShown): Html {
  const { query, typed } = shown.filter;
  const value = query[name]?.toISOString().slice(0, 10) ?? typed[name];
  return textField({ id: name, name, label, type: 'date', value, fault: faultOf(shown, name) });
}

function faultOf({ filter }: AuditShown, name: string): string | undefined {
  return filter.errors.find(({ parameter }) => parameter === name)?.detail;
}
