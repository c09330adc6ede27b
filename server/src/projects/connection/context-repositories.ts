import { CopydeskError } from '@copydesk/contract';
import { z } from 'zod';
import type { Database } from '../../postgres/database.ts';

/** A repository that the agent may read beside the docs, such as the product's source. */
export interface ContextRepository {
  /** The agent's name for it: lower-case letters, digits and `-`. */
  name: string;
  repositoryKind: 'url' | 'path';
  /** The URL without credentials, or the absolute path. */
  repository: string;
  /** The branch to read; null for the repository's default branch. */
  ref: string | null;
}

/** A limit, because each of them is fetched when a turn begins, and named in every prompt. */
const maximumContextRepositories = 10;

/**
 * @throws CopydeskError `invalid_request` for a name that is invalid or in use, and when the project already has the
 *   maximum.
 */
export async function addContextRepository(db: Database, projectId: string, draft: ContextRepository): Promise<void> {
  const { name, repositoryKind, repository, ref } = draft;
  await checkContextRepository(db, projectId, name);
  const added = await db
    .insertInto('context_repository')
    .values({ project_id: projectId, name, repository_kind: repositoryKind, repository, ref })
    .onConflict((conflict) => conflict.columns(['project_id', 'name']).doNothing())
    .returning('name')
    .executeTakeFirst();
  if (added === undefined) throw inUseError(name);
}

/**
 * Checks whether a project may have another one with this name.
 * @throws CopydeskError as {@link addContextRepository}
 */
export async function checkContextRepository(db: Database, projectId: string, name: string): Promise<void> {
  if (!namePattern.test(name)) {
    throw contextRefused(
      name,
      'is not a valid name: give 1 to 40 small letters, digits and -, beginning with a letter or digit',
    );
  }
  const existing = await listContextRepositories(db, projectId);
  if (existing.some((other) => other.name === name)) throw inUseError(name);
  if (existing.length >= maximumContextRepositories) {
    throw contextRefused(
      name,
      `is one too many: a project has at most ${maximumContextRepositories}. Remove one first`,
    );
  }
}

/** Lists the context repositories of a project, by name. */
export async function listContextRepositories(db: Database, projectId: string): Promise<ContextRepository[]> {
  const rows = await db
    .selectFrom('context_repository')
    .select(['name', 'repository_kind as repositoryKind', 'repository', 'ref'])
    .where('project_id', '=', projectId)
    .orderBy('name')
    .execute();
  return rows.map(present);
}

/** @returns the removed one. @throws CopydeskError `not_found` */
export async function removeContextRepository(
  db: Database,
  projectId: string,
  name: string,
): Promise<ContextRepository> {
  const row = await db
    .deleteFrom('context_repository')
    .where('project_id', '=', projectId)
    .where('name', '=', name)
    .returning(['name', 'repository_kind as repositoryKind', 'repository', 'ref'])
    .executeTakeFirst();
  if (row !== undefined) return present(row);
  const names = (await listContextRepositories(db, projectId)).map((repository) => repository.name).join(', ');
  const there = names === '' ? 'It has none.' : `It has: ${names}.`;
  throw new CopydeskError('not_found', `The project has no context repository "${name}". ${there}`);
}

function present(row: Omit<ContextRepository, 'repositoryKind'> & { repositoryKind: string }): ContextRepository {
  return { ...row, repositoryKind: Kind.parse(row.repositoryKind) };
}

const Kind = z.enum(['url', 'path']);

/** The same pattern as in the table's check. */
const namePattern = /^[a-z0-9][a-z0-9-]{0,39}$/;

function inUseError(name: string): CopydeskError {
  return contextRefused(name, 'exists already. Remove it first, or choose another name');
}

function contextRefused(name: string, detail: string): CopydeskError {
  return new CopydeskError('invalid_request', `The context repository "${name}" ${detail}.`, {
    errors: [{ pointer: '/name', detail }],
  });
}
