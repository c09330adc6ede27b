import type { Actor } from '../../audit/actor.ts';
import type { Database } from '../../postgres/database.ts';
import { createProject as insertProject } from '../../projects/project.ts';
import type { NewProject, Project } from '../../projects/project.ts';
import { audited } from '../audited.ts';
import { findMadeBefore, recordMade } from '../made-once.ts';
import type { Once } from '../made-once.ts';

/**
 * Stores a project whose repository the caller has checked.
 *
 * @param once identifies a request that may be repeated: a second one gets the project of the first.
 * @throws CopydeskError `invalid_request` when the organisation has a project of this name;
 *   `idempotency_key_in_flight`,
 *   `idempotency_key_reused`.
 */
export async function createProject(
  db: Database,
  actor: Actor,
  draft: NewProject,
  once?: Once,
): Promise<{ project: Project } | { madeBefore: string }> {
  return await audited(
    db,
    actor,
    async (transaction) => {
      const before = await findMadeBefore(transaction, actor, once);
      if (before !== undefined) return { madeBefore: before };
      const project = await insertProject(transaction, draft);
      await recordMade(transaction, actor, once, project.id);
      return { project };
    },
    (made) =>
      'madeBefore' in made
        ? undefined
        : {
            action: 'project.create',
            projectId: made.project.id,
            subject: { kind: 'project', id: made.project.id, name: made.project.name },
            detail: { repository: made.project.repository, ref: made.project.ref, docsFolder: made.project.docsFolder },
          },
  );
}
