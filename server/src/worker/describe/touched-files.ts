import { removesOldPath, isCopydeskError } from '@copydesk/contract';
import type { TouchedFile } from '@copydesk/contract';
import { isDatabaseUnavailable } from '../../postgres/database.ts';
import type { Project } from '../../projects/project.ts';
import { draftOf } from './change-size.ts';
import type { DeliveryWork } from '../deliver/delivery-work.ts';
import { ownPaths } from '../run/own-change.ts';
import type { LocatePages } from '../site/page-views.ts';
import type { PreparedTurn } from '../turn.ts';
import { whileHeld } from '../claim/while-held.ts';

/**
 * Returns what a turn does to each file, the pages under which readers know it, and how many pages linked to it. Files
 * that only a merge brought are left out. When no page views are collected, the pages are not known, and links are
 * counted only for removed files, because counting the others needs all pages.
 *
 * @param pages undefined while no page views are collected.
 * @throws CopydeskError `lease_lost`, `draining`.
 */
export async function touchedFiles(
  work: DeliveryWork,
  project: Project,
  pages: LocatePages | undefined,
): Promise<TouchedFile[]> {
  const files = await changedFiles(work.turn);
  try {
    const counted = pages === undefined ? files.filter(({ change }) => removesOldPath(change)) : files.filter(isOld);
    const located = await pages?.locate(files.map(({ file }) => file));
    const linked = await linksTo(
      work,
      project,
      counted.map(({ file }) => file),
    );
    return files.map((file) => ({
      ...file,
      pages: located === undefined ? null : (located.get(file.file) ?? []),
      linkedFrom: linked.get(file.file) ?? null,
    }));
  } catch (error) {
    // These numbers are an extra: a failure here never prevents a delivery.
    if (work.hold.signal.aborted || isDatabaseUnavailable(error) || isCopydeskError(error, 'lease_lost')) throw error;
    work.services.log.warn({ job: work.job.id, err: error }, 'the pages of the changed files could not be determined');
    return files.map((file) => Object.assign(file, { pages: null, linkedFrom: null }));
  }
}

type ChangedFile = Pick<TouchedFile, 'file' | 'change' | 'movedTo'>;

async function changedFiles(turn: PreparedTurn): Promise<ChangedFile[]> {
  const before = await turn.repository.openTree(turn.baseCommit);
  const isOwn = await ownPaths(turn);
  const changes = turn.tree.changes().filter(({ path }) => isOwn(path));
  const files = changes.map(({ path, content }): ChangedFile => {
    const isNew = before.entry(path)?.kind !== 'file';
    return { file: path, change: content === null ? 'removed' : isNew ? 'added' : 'changed', movedTo: null };
  });
  const kinds = new Set(files.map(({ change }) => change));
  if (!kinds.has('removed') || !kinds.has('added')) return files;
  const renamed = await renamesOf(turn);
  const targets = new Set(renamed.values());
  return files.flatMap((file) => {
    if (targets.has(file.file)) return [];
    const movedTo = renamed.get(file.file);
    return [movedTo === undefined ? file : { ...file, change: 'moved' as const, movedTo }];
  });
}

/** Uses git's own detection of similar contents. */
async function renamesOf(turn: PreparedTurn): Promise<Map<string, string>> {
  const diff = await turn.repository.diff(turn.baseCommit, await draftOf(turn));
  return new Map(diff.flatMap(({ oldPath, path }) => (oldPath === null ? [] : [[oldPath, path] as const])));
}

const isOld = ({ change }: ChangedFile): boolean => change !== 'added';

async function linksTo(
  { services, turn, hold }: DeliveryWork,
  { docsFolder: folder }: Project,
  files: string[],
): Promise<Map<string, number>> {
  if (files.length === 0) return new Map();
  const before = await turn.repository.openTree(turn.baseCommit);
  return await whileHeld(hold, () => services.docs.of(before, { folder }).inbound(files));
}
