import { AuditQuery, CopydeskError, isCopydeskError } from '@copydesk/contract';
import type { FieldError } from '@copydesk/contract';
import { z } from 'zod';
import type { RecentNames } from '../../audit/recent.ts';
import { checkFields } from '../../http/checks/fields.ts';
import type { HttpServices } from '../../http/services.ts';
import { field } from '../../http/session/form.ts';
import { findActor, findProjectByName } from './named.ts';
import type { Named } from './named.ts';

const Parts = z.object({ query: AuditQuery });

/** The filter that an address asks for: as it was typed, and as the API expects it. */
export interface AuditFilter {
  query: AuditQuery;
  typed: Typed;
  errors: FieldError[];
  /** The candidates that a typed name may mean, where there are several. */
  several: Partial<Record<'actor' | 'project', Named[]>>;
}

type Typed = Partial<Record<(typeof parameters)[number], string>>;

const parameters = ['action', 'actor', 'project', 'from', 'to', 'cursor'] as const;

/**
 * Reads the filter from the address. Actors and projects may be given by name instead of id, since people type them.
 */
export async function readFilter(
  db: HttpServices['db'],
  organisationId: string,
  { query: given, recent }: { query: unknown; recent: RecentNames },
): Promise<AuditFilter> {
  const typed = typedIn(given);
  const [actor, project] = await Promise.all([
    findActor(db, organisationId, { text: typed.actor, recent }),
    findProjectByName(db, organisationId, typed.project),
  ]);
  const asked = { ...withoutBlanks(given), ...idOf('actor', typed, actor.id), ...idOf('project', typed, project.id) };
  const unknown = [faultOf('actor', actor.fault), faultOf('project', project.fault)].flat();
  const { query, errors } = checkQuery(asked);
  return { query, typed, errors: [...unknown, ...errors], several: { actor: actor.several, project: project.several } };
}

/**
 * Returns the query.
 *
 * @throws CopydeskError `invalid_request` when a parameter is invalid.
 */
export function requireSense({ query, errors }: AuditFilter): AuditQuery {
  const [first] = errors;
  if (first === undefined) return query;
  const detail = `The parameter "${first.parameter ?? ''}" ${first.detail}.`;
  throw new CopydeskError('invalid_request', detail, { errors });
}

function checkQuery(asked: Record<string, unknown>): Pick<AuditFilter, 'query' | 'errors'> {
  try {
    return { ...checkFields(Parts, { query: asked }), errors: [] };
  } catch (error) {
    if (!isCopydeskError(error, 'invalid_request')) throw error;
    return { ...checkFields(Parts, { query: {} }), errors: error.errors };
  }
}

function typedIn(query: unknown): Typed {
  const texts = parameters.map((name) => [name, field(query, name)?.trim().toWellFormed()]);
  return Object.fromEntries(texts.filter(([, text]) => text !== undefined && text !== ''));
}

/**
 * Replaces a typed name by its id, or removes it when nothing was found. A value that is not text stays in the query
 * and is refused later.
 */
function idOf(name: 'actor' | 'project', typed: Typed, id: string | undefined): Record<string, unknown> {
  return typed[name] === undefined ? {} : { [name]: id };
}

function faultOf(parameter: string, detail: string | undefined): FieldError[] {
  return detail === undefined ? [] : [{ parameter, detail }];
}

/** Removes empty fields, since a form sends those too. */
function withoutBlanks(query: unknown): Record<string, unknown> {
  const entries: [string, unknown][] = typeof query === 'object' && query !== null ? Object.entries(query) : [];
  return Object.fromEntries(entries.filter(([, value]) => typeof value !== 'string' || value.trim() !== ''));
}
