import { formTokenOf } from '../../../../src/http/session/forgery.ts';
import type { AuditAction } from '../../../../src/audit/actions.ts';
import type { Role } from '@copydesk/contract';
import { createPerson } from '../../../../src/people/people.ts';
import { createSession } from '../../../../src/people/sessions.ts';
import { createProject } from '../../../../src/projects/project.ts';
import type { Project } from '../../../../src/projects/project.ts';
import type { TestSite } from '../../../http/support/site.ts';

/** A form of a page: how it is filled in, and the expected audit log entries. */
export interface Form {
  /** In the router's format, with `:name` parameters. */
  route: string;
  /** Distinguishes it from another use of the route. */
  way?: string;
  fill: (desk: Desk) => Promise<Filled>;
}

export interface Filled {
  /** The path that it is sent to. */
  path: string;
  /** In addition to the hidden token. */
  fields?: Record<string, string>;
  /** The sender; null for somebody who is not signed in. */
  by: Somebody | null;
  /** Forms that did something answer 303, 201 or 200. */
  status?: number;
  /** All entries that it writes, in order. */
  entries: Entry[];
  /** The organisation of the entries, when it is not the site's. */
  organisationId?: string;
}

/** The fields of an audit log entry that matter here. */
export interface Entry {
  action: AuditAction;
  /** The sender of the form when absent. */
  actor?: { kind: string; id: unknown };
  projectId: unknown;
  subject: { kind: string; id: unknown; name: unknown };
}

/** Somebody with a browser session. */
export interface Somebody {
  id: string;
  name: string;
  token: string;
}

/** The site that forms are tested on. */
export interface Desk {
  site: TestSite;
  /** The URL of a repository at a git server that accepts any credential. */
  gitAddress: string;
}

export async function somebody({ api }: TestSite, role: Role = 'owner', email?: string): Promise<Somebody> {
  const { organisationId } = api.project;
  const { id, name } = await createPerson(api.db, { organisationId, name: `One ${role}`, role, email });
  const { sessionToken } = await createSession(api.db, id, { now: new Date() });
  return { id, name, token: sessionToken };
}

/** Returns the headers and the body of a form as somebody's browser sends it. */
export function sendable(by: Somebody | null, fields: Record<string, string>): RequestInit {
  const own = { accept: 'text/html', 'sec-fetch-site': 'same-origin' };
  if (by === null) return { method: 'POST', headers: own, body: new URLSearchParams(fields), redirect: 'manual' };
  return {
    method: 'POST',
    headers: { ...own, cookie: `copydesk_session=person.${by.token}` },
    body: new URLSearchParams({ token: formTokenOf(by.token), ...fields }),
    redirect: 'manual',
  };
}

let projects = 0;

/** Creates a project for a form, at the git server. */
export async function newProject({ site, gitAddress }: Desk): Promise<Project> {
  projects += 1;
  const { db, project } = site.api;
  const place = { repositoryKind: 'url', repository: gitAddress, ref: 'main' } as const;
  return await createProject(db, { organisationId: project.organisationId, name: `Project ${projects}`, ...place });
}

/** Returns the entry for an action on a project itself. */
export function ofProject(action: AuditAction, { id, name }: Pick<Project, 'id' | 'name'>): Entry {
  return { action, projectId: id, subject: { kind: 'project', id, name } };
}

/** Returns the entry for an action on a person. */
export function ofPerson(action: AuditAction, { id, name }: { id: unknown; name: string }): Entry {
  return { action, projectId: null, subject: { kind: 'person', id, name } };
}
