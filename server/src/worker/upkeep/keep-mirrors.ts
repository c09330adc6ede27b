import { CopydeskError } from '@copydesk/contract';
import { listMirrored, noteMirrored, noteMirrorFailure } from '../../projects/connection/mirrors.ts';
import type { MirroredRepository } from '../../projects/connection/mirrors.ts';
import type { Mirrors } from '../../workspace/kept/mirror.ts';
import type { Source } from '../../workspace/source.ts';
import type { WorkerServices } from '../services.ts';

/** What a worker needs for mirroring. */
export interface Mirroring {
  /** The id of the machine whose repositories are mirrored. */
  machineId: string;
  mirrors: Pick<Mirrors, 'digest' | 'update'>;
  /** Where the mirror of a project is. */
  placeOf: (projectId: string) => Source;
  /** Ends the work. What it aborts does not count as failed. */
  signal: AbortSignal;
}

/** How long a mirror is left alone after a failure. */
const pauseMilliseconds = 60_000;

/** The pause between two passes, in multiples of how long a pass took; a minute at most. */
const restOfLook = 20;

/**
 * Checks the repositories that Copydesk keeps on this machine, one after the other, and updates the mirrors of those in
 * which a branch or a tag has moved.
 */
export function openMirrorKeeping(
  { machineId, mirrors, placeOf, signal }: Mirroring,
  services: Pick<WorkerServices, 'db' | 'log'>,
) {
  const { db, log } = services;
  const failedAt = new Map<string, number>();
  let restsUntil = 0;

  const keep = async (kept: MirroredRepository): Promise<void> => {
    const { projectId, name } = kept;
    try {
      const refs = await mirrors.digest(kept.repository);
      if (refs === undefined ? kept.refs === null : kept.failedAt === null && kept.refs?.equals(refs)) return;
      if (refs === undefined) throw emptiedError(name);
      await mirrors.update(kept.repository, placeOf(projectId));
      await noteMirrored(db, projectId, refs);
      failedAt.delete(projectId);
      if (kept.failedAt !== null) log.info({ project: projectId }, 'the mirror of a repository is up to date again');
    } catch (error) {
      if (signal.aborted) return;
      failedAt.set(projectId, performance.now());
      await noteMirrorFailure(db, projectId, messageOf(error));
      if (kept.failedAt === null) log.warn({ project: projectId, err: error }, 'a repository could not be mirrored');
    }
  };

  return async (): Promise<void> => {
    const begun = performance.now();
    if (begun < restsUntil) return;
    for (const kept of await listMirrored(db, machineId)) {
      if (signal.aborted) return;
      const failed = failedAt.get(kept.projectId);
      if (failed === undefined || performance.now() - failed >= pauseMilliseconds) await keep(kept);
    }
    const ended = performance.now();
    restsUntil = ended + Math.min(pauseMilliseconds, restOfLook * (ended - begun));
  };
}

/** A repository that has lost all its branches is broken rather than changed. Its mirror is what is left of it. */
function emptiedError(name: string): CopydeskError {
  return new CopydeskError(
    'repository_empty',
    `The repository of ${name} has no branches any more. Its mirror stays as it is: restore the repository from there.`,
  );
}

function messageOf(error: unknown): string {
  return error instanceof CopydeskError ? error.message : 'It could not be mirrored; the log of the worker says why.';
}
