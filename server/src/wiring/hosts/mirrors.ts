import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { CopydeskError } from '@copydesk/contract';
import { basic } from '../../code-hosts/requests/basic-authorization.ts';
import type { MirrorServices } from '../../operator/mirrors.ts';
import type { Database } from '../../postgres/database.ts';
import { databaseErrors } from '../../postgres/database.ts';
import { listMirrored, moveKept } from '../../projects/connection/mirrors.ts';
import { nameMachine, readPlace } from '../../projects/repository-machine.ts';
import type { Project } from '../../projects/project.ts';
import type { Settings } from '../../settings.ts';
import { openMirrorKeeping } from '../../worker/upkeep/keep-mirrors.ts';
import { startPeriodicTasks } from '../../worker/periodic.ts';
import { openLock } from '../../workspace/clone/lock.ts';
import { openMirrors } from '../../workspace/kept/mirror.ts';
import { hasRepository } from '../../workspace/path-repository.ts';
import type { Source } from '../../workspace/source.ts';
import type { App } from '../app.ts';
import { isThere } from '../site/is-there.ts';
import { keptRepository, restoredRepository } from './repositories.ts';

const checkEveryMilliseconds = 2_000;

/** Hosts accept any user name together with a token. */
const userOfToken = 'copydesk';

/** Where the mirror of a project is. */
function mirrorOf({ place, token }: NonNullable<Settings['mirror']>, projectId: string): Source {
  const location = place.replaceAll('{project}', projectId);
  if (location.startsWith('/')) return { id: projectId, kind: 'path', location };
  const authorization = token === undefined ? undefined : basic(userOfToken, token);
  return { id: projectId, kind: 'url', location, authorization: () => Promise.resolve(authorization) };
}

/** Starts to mirror the repositories that are kept on this machine; undefined when no mirror is set. */
export function startMirroring(app: App, db: Database): { stop: () => Promise<void> } | undefined {
  const { settings, machine, log } = app;
  const { mirror } = settings;
  if (mirror === undefined) return undefined;
  const mirrors = openMirrors();
  const placeOf = (projectId: string): Source => mirrorOf(mirror, projectId);
  const ending = new AbortController();
  const { signal } = ending;
  const keep = openMirrorKeeping({ machineId: machine.id, mirrors, placeOf, signal }, { db, log });
  // One of several workers on this machine at a time: two that push the same would refuse each other.
  const lock = openLock(path.join(app.keptDirectory, 'mirrors.lock'));
  const run = async (): Promise<void> => {
    if (!(await isThere(app.keptDirectory))) return;
    await lock(keep, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  };
  const stopTasks = startPeriodicTasks(log, [
    { name: 'mirror repositories', everyMilliseconds: checkEveryMilliseconds, run },
  ]);
  return {
    async stop() {
      ending.abort();
      await Promise.all([mirrors.close(), stopTasks()]);
    },
  };
}

/** What commands do with mirrors. */
export function mirrorServices(app: App, findProject: (id: string) => Promise<Project>): MirrorServices {
  const { db, settings, machine } = app;
  return {
    async list() {
      const kept = await listMirrored(db).catch(databaseErrors);
      return { place: settings.mirror?.place ?? null, mirrors: kept.map(({ refs: _refs, ...mirror }) => mirror) };
    },
    async restore(projectId) {
      const project = await findProject(projectId);
      const source = mirrorOf(requireMirror(settings), projectId);
      if (project.repositoryKind !== 'kept') throw notKept(project);
      if (await isKeptHere(app, project)) throw alreadyThere(project.repository);
      const place = restoredRepository(app, projectId);
      await restoreTo(place, { draft: `${keptRepository(app, projectId)}.restoring`, source, ref: project.ref });
      await nameMachine(db, machine);
      await moveKept(db, { projectId, repository: place, machineId: machine.id });
      return { repository: place, from: source.location };
    },
  };
}

async function isKeptHere({ db, machine }: App, { id, repository }: Project): Promise<boolean> {
  const place = await readPlace(db, id);
  const isElsewhere = place?.machine != null && place.machine.id !== machine.id;
  return !isElsewhere && (await hasRepository(repository));
}

/** @param from the mirror, and a place for what is not complete yet. */
async function restoreTo(place: string, from: { draft: string; source: Source; ref: string }): Promise<void> {
  const mirrors = openMirrors();
  const { draft } = from;
  await rm(draft, { recursive: true, force: true });
  try {
    await mirrors.restore(draft, from.source, { initialBranch: from.ref });
    await rename(draft, place);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

function requireMirror({ mirror }: Settings): NonNullable<Settings['mirror']> {
  if (mirror !== undefined) return mirror;
  throw new CopydeskError(
    'invalid_request',
    'No mirror is set. Set COPYDESK_MIRROR to where the mirrors are: /docs/backup, "Mirrors".',
  );
}

function notKept({ name }: Project): CopydeskError {
  return new CopydeskError(
    'invalid_request',
    `The repository of ${name} is not kept by Copydesk, and has no mirror: bring it back where it is.`,
  );
}

function alreadyThere(place: string): CopydeskError {
  return new CopydeskError(
    'invalid_request',
    `There is a repository at ${place} already. Move it away first, if the mirror is to take its place. Nothing was changed.`,
  );
}
