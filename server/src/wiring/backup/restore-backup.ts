import { link, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CopydeskError } from '@copydesk/contract';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import { checkBackup, openBackup } from '../../backup/file.ts';
import { load, requireEmpty } from '../../backup/load.ts';
import type { Header } from '../../backup/shapes.ts';
import type { RestoreDone, RestoreOptions } from '../../operator/backups.ts';
import type { Settings } from '../../settings.ts';
import { createFromBundle } from '../../workspace/kept/bundle.ts';
import type { RepositoryHead } from '../../workspace/kept/bundle.ts';
import { machineOf } from '../start/data-folder-id.ts';
import { isThere } from '../site/is-there.ts';
import { keptRepository } from '../hosts/repositories.ts';
import { workOnDatabase } from './connect.ts';
import { fingerprint, readSecretKey } from './make-backup.ts';

/**
 * Restores a backup into an empty database and a data folder. The file is read once to its end before anything changes,
 * and all changes in the database are one transaction.
 */
export async function restoreBackup(settings: Settings, log: Logger, options: RestoreOptions): Promise<RestoreDone> {
  const { file, onProgress } = options;
  const checked = await checkBackup(file, (bytes) => onProgress('checking', bytes));
  const placed = openPlaces(path.join(settings.dataDirectory, 'repositories'));
  try {
    return await workOnDatabase(settings, log, { make: true }, async (client) => {
      await requireEmpty(client);
      const machine = await machineOf(settings.dataDirectory);
      const header = await load(client, openBackup(file), {
        onProgress,
        putRepository: async (repository, bundle) => await placed.put(repository, bundle),
        putSecretKey: async (data) => await putSecretKey(settings, data),
        async settle(transaction) {
          await movePlaces(transaction, { from: checked.machine, to: machine.id, placed: placed.done });
          await placed.name();
        },
      });
      await placed.keep();
      await client.query('analyze');
      return await outcome(settings, header, placed.done.size);
    });
  } catch (error) {
    await placed.remove();
    throw error;
  }
}

async function outcome(settings: Settings, header: Header, repositories: number): Promise<RestoreDone> {
  const key = await readSecretKey(settings);
  const hasKey = header.secretKey === null || (key !== undefined && fingerprint(key) === header.secretKey);
  const { madeAt, version, elsewhere } = header;
  return { madeAt, version, elsewhere, repositories, hasKey };
}

/** The kept repositories are in this folder. The machines that have the others find out where those are. */
async function movePlaces(
  client: Client,
  { from, to, placed }: { from: string; to: string; placed: ReadonlyMap<string, string> },
): Promise<void> {
  await client.query('update project set repository_machine = null where repository_machine = $1', [from]);
  for (const [project, place] of placed) {
    await client.query('insert into machine (id, name) values ($1, $1) on conflict do nothing', [to]);
    await client.query('update project set repository = $2, repository_machine = $3 where id = $1', [
      project,
      place,
      to,
    ]);
  }
}

/** Marks each repository that a restore has put in place before its database exists. */
const unfinished = 'copydesk-restoring';

/** Repositories are created beside their places, and renamed last, so that nothing existing is lost. */
function openPlaces(keptDirectory: string) {
  const done = new Map<string, string>();
  const drafts = new Map<string, string>();
  return {
    /** By project. */
    done,
    async put(
      { project, ...head }: RepositoryHead & { project: string },
      bundle: AsyncIterable<Uint8Array>,
    ): Promise<void> {
      const place = keptRepository({ keptDirectory }, project);
      await requireFree(place);
      await mkdir(keptDirectory, { recursive: true, mode: 0o700 });
      const draft = `${place}.restoring`;
      await rm(draft, { recursive: true, force: true });
      drafts.set(draft, place);
      await createFromBundle(draft, head, bundle);
      await writeFile(path.join(draft, unfinished), '');
      done.set(project, place);
    },
    async name(): Promise<void> {
      for (const [draft, place] of drafts) await rename(draft, place);
    },
    async keep(): Promise<void> {
      for (const place of drafts.values()) await rm(path.join(place, unfinished), { force: true });
    },
    async remove(): Promise<void> {
      for (const [draft, place] of drafts) {
        await rm(draft, { recursive: true, force: true });
        if (await isThere(path.join(place, unfinished))) await rm(place, { recursive: true, force: true });
      }
    },
  };
}

/** What a killed restore has left is not used any more. */
async function requireFree(place: string): Promise<void> {
  if (await isThere(path.join(place, unfinished))) await rm(place, { recursive: true, force: true });
  if (!(await isThere(place))) return;
  throw new CopydeskError(
    'data_directory_refused',
    `There is a repository at ${place} already, and the backup holds one of that name. Move it away, or name an empty ` +
      'folder in COPYDESK_DATA_DIR. Nothing was changed.',
  );
}

/** An existing key stays: the result says whether it is the same. */
async function putSecretKey({ dataDirectory }: Settings, data: AsyncIterable<Uint8Array>): Promise<void> {
  const pieces: Uint8Array[] = [];
  for await (const piece of data) pieces.push(piece);
  const file = path.join(dataDirectory, 'secret.key');
  const draft = `${file}.restoring`;
  await rm(draft, { force: true });
  await writeFile(draft, `${Buffer.concat(pieces).toString('utf8')}\n`, { mode: 0o600, flag: 'wx' });
  await link(draft, file).catch(() => {});
  await rm(draft, { force: true });
}
