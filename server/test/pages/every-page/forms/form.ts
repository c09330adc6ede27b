import { formTokenOf } from '../../../../src/http/session/forgery.ts';
import type { AuditAction } from '../../../../src/audit/actions.ts';
import type { Role } from '@copydesk/contract';
import { createPerson } from '../../../../src/people/people.ts';
import { createSession } from '../../../../src/people/sessions.ts';
import { createProject } from '../../../../src/projects/project.ts';
import type { Project } from '../../../../src/projects/project.ts';
import type { TestSite } from '../../../http/support/site.ts';

/** A form of a page: how it is filled in, and what the audit log is to tell of it. */
export interface Form {
  /** Of the router, with `:name` parameters. */
  route: string;
  /** What tells it from another use of the route. */
  way?: string;
  fill: (desk: Desk) => Promise<Filled>;
}

export interface Filled {
  /** The address that it is sent to. */
  path: string;
  /** Besides the hidden token. */
  fields?: Record<string, string>;
  /** Who sends it; null for somebody who is not signed in. */
  by: Somebody | null;
  /** 303 and 201 and 200 are what forms answer when they have done something. */
  status?: number;
  /** All entries that it writes, in their order. */
  entries: Entry[];
  /** Where the entries are, when it is another organisation than that of the site. */
  organisationId?: string;
}

/** An entry of the audit log, as far as it matters here. */
export interface Entry {
  action: AuditAction;
  /** Whoever sends the form when absent. */
  actor?: { kind: string; id: unknown };
  projectId: unknown;
  subject: { kind: string; id: unknown; name: unknown };
}

/** Somebody with a session of a browser. */
export interface Somebody {
  id: string;
  name: string;
  token: string;
}

/** The site that forms are tried on. */
export interface Desk {
  site: TestSite;
  /** The address of a repository at a git server that takes any credential. */
  gitAddress: string;
}

export async function somebody({ api }: TestSite, role: Role = 'owner', email?: string): Promise<Somebody> {
  const { organisationId } = api.project;
  const { id, name } = await createPerson(api.db, { organisationId, name: `One ${role}`, role, email });
  const { sessionToken } = await createSession(api.db, id, { now: new Date() });
  return { id, name, token: sessionToken };
}

/** The headers and the body of a form as the browser of somebody sends it. */
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

/** A project of its own for a form, at the git server. */
export async function newProject({ site, gitAddress }: Desk): Promise<Project> {
  projects += 1;
  const { db, project } = site.api;
  const place = { repositoryKind: 'url', repository: gitAddress, ref: 'main' } as const;
  return await createProject(db, { organisationId: project.organisationId, name: `Project ${projects}`, ...place });
}

/** What is told of something that was done to a project itself. */
export function ofProject(action: AuditAction, { id, name }: Pick<Project, 'id' | 'name'>): Entry {
  return { action, projectId: id, subject: { kind: 'project', id, name } };
}

/** What is told of something that was done to a person. */
export function ofPerson(action: AuditAction, { id, name }: { id: unknown; name: string }): Entry {
  return { action, projectId: null, subject: { kind: 'person', id, name } };
}
