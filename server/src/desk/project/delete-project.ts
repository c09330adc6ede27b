import type { Actor } from '../../audit/actor.ts';
import { archiveJobsOf } from '../../jobs/settle/archive.ts';
import type { Database, DatabaseTransaction } from '../../postgres/database.ts';
import { hideProject } from '../../projects/delete.ts';
import { revokeKeysOf } from '../../projects/key/keys.ts';
import { lockProject } from '../../projects/project.ts';
import { listTestProjectsOf } from '../../projects/test-mode.ts';
import { stopWebhooksOf } from '../../webhooks/webhook.ts';
import { audited } from '../audited.ts';
import { invalidParameter } from '../invalid.ts';

/**
 * Deletes a project: it disappears for everybody at once, its active jobs are archived, its keys are revoked, and its
 * name becomes free. Housekeeping removes its rows, clones, and a repository that Copydesk keeps. The audit log stays.
 *
 * @param order.name what was typed, which must be the name of the project, so that no one deletes another one by
 *   mistake.
 * @throws CopydeskError `not_found`, `invalid_request` for another name.
 */
export async function deleteProject(
  db: Database,
  actor: Actor,
  { projectId, name }: { projectId: string; name: string | undefined },
): Promise<void> {
  await audited(
    db,
    actor,
    async (transaction) => {
      const project = await lockProject(transaction, { organisationId: actor.organisationId, projectId });
      if (name !== project.name) throw notItsName(name);
      const archived = await hideAndArchive(transaction, projectId);
      // Its test projects are deleted, too.
      for (const test of await listTestProjectsOf(transaction, projectId)) await hideAndArchive(transaction, test);
      return { project, archived };
    },
    ({ project, archived }) => ({
      action: 'project.delete',
      projectId,
      subject: { kind: 'project', id: projectId, name: project.name },
      detail: { repository: project.repository, archivedJobs: archived },
    }),
  );
}

/** @returns how many jobs were archived. */
async function hideAndArchive(transaction: DatabaseTransaction, projectId: string): Promise<number> {
  await hideProject(transaction, projectId);
  const archived = await archiveJobsOf(transaction, projectId);
  await revokeKeysOf(transaction, projectId);
  await stopWebhooksOf(transaction, projectId);
  return archived;
}

function notItsName(name: string | undefined) {
  const detail =
    name === undefined
      ? 'is required: the name of the project, so that no other project is deleted'
      : 'is not the name of the project; give it exactly as it is';
  return invalidParameter('name', detail);
}
