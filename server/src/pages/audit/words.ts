import type { AuditEntry } from '@copydesk/contract';
import { auditActions } from '../../audit/actions.ts';
import type { AuditAction } from '../../audit/actions.ts';
import { html } from '../view/html.ts';
import type { Html, HtmlValue } from '../view/html.ts';
import type { Site } from '../view/site.ts';
import { moment } from '../view/time.ts';

/** How many characters of a detail are shown. The file contains all of it. */
const longestDetail = 120;

/** Describes what was done, as a sentence that follows the name of the actor. */
export function actionInWords(site: Site, entry: AuditEntry, projectNames: Map<string, string>): Html {
  const { action, subject, projectId } = entry;
  const words = isAction(action) ? auditActions[action] : action;
  const project = projectId === null || subject.kind === 'project' ? undefined : projectNames.get(projectId);
  return html`${words}${joiningWord(entry)} ${isOwn(entry) ? undefined : subjectLink(site, entry)}
  ${
    project !== undefined &&
    html`<span class="meta">
      in <a href="${site.href(`/projects/${projectId}`)}"><bdi>${project}</bdi></a></span
    >`
  }
  ${details(entry)}`;
}

/** "Failed to sign in as Ada", but "with an unknown key". */
function joiningWord({ action, detail }: AuditEntry): string {
  if (action !== 'sign-in.failed') return '';
  return detail.method === 'password' ? ' as' : ' with';
}

function isAction(action: string): action is AuditAction {
  return Object.hasOwn(auditActions, action);
}

/** Whether the subject is the actor: "Ada signed in Ada" says nothing more than "Ada signed in". */
function isOwn({ subject, actor, action }: AuditEntry): boolean {
  return subject.id !== null && subject.id === actor.id && /^(sign-|person\.(join|password)|session)/.test(action);
}

function subjectLink(site: Site, { subject, projectId, action }: AuditEntry): HtmlValue {
  const { kind, id, name } = subject;
  const shown = html`<bdi>${name === '' ? (id ?? kind) : name}</bdi>`;
  const path = id === null || /\.(delete|remove)$/.test(action) ? undefined : pathOf(kind, id, projectId);
  return path === undefined ? shown : html`<a href="${site.href(path)}">${shown}</a>`;
}

function pathOf(kind: string, id: string, projectId: string | null): string | undefined {
  if (kind === 'person') return `/people/${id}`;
  if (kind === 'key') return '/keys';
  if (kind === 'project') return `/projects/${id}`;
  if (projectId === null) return undefined;
  if (kind === 'job') return `/projects/${projectId}/jobs/${id}`;
  if (kind === 'pull request') return `/projects/${projectId}/pulls/${id}`;
  return kind === 'webhook' ? `/projects/${projectId}/settings` : undefined;
}

function details({ detail }: AuditEntry): HtmlValue {
  const shown = Object.entries(detail).filter(([, value]) => value !== null && value !== undefined);
  if (shown.length === 0) return undefined;
  return html`<span class="action-detail">
    ${shown.map(([name, value]) => html`<span>${splitCamelCase(name)}: ${valueInWords(value)}</span>`)}
  </span>`;
}

/** `endedSessions` → `ended sessions` */
function splitCamelCase(name: string): string {
  return name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}

function valueInWords(value: unknown): HtmlValue {
  if (typeof value === 'object' && value !== null && 'from' in value && 'to' in value) {
    return html`<del>${renderValue(value.from)}</del> → <ins>${renderValue(value.to)}</ins>`;
  }
  return renderValue(value);
}

function renderValue(value: unknown): HtmlValue {
  if (value === null || value === undefined || value === '') return 'none';
  const at = typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? new Date(value) : undefined;
  if (at !== undefined && !Number.isNaN(at.getTime())) return moment(at);
  const text = typeof value === 'string' ? value : Array.isArray(value) ? value.join(', ') : JSON.stringify(value);
  const short = text.length <= longestDetail ? text : `${text.slice(0, longestDetail - 1).toWellFormed()}…`;
  return html`<bdi>${short}</bdi>`;
}
