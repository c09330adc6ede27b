import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import { dump } from '../../backup/dump.ts';
import type { Item } from '../../backup/dump.ts';
import { writeBackup } from '../../backup/file.ts';
import { kinds } from '../../backup/frames.ts';
import type { BackupDone, BackupOptions } from '../../operator/backups.ts';
import type { Settings } from '../../settings.ts';
import { noteBackup } from '../../postgres/backups.ts';
import { readBundle, readRepositoryHead } from '../../workspace/kept/bundle.ts';
import { machineOf } from '../start/data-folder-id.ts';
import { isThere } from '../site/is-there.ts';
import { version } from '../services/version.ts';
import { workOnDatabase } from './connect.ts';

/**
 * Copies the database, and the repositories that Copydesk keeps on this machine, into a file, while they are in use.
 */
export async function makeBackup(settings: Settings, log: Logger, options: BackupOptions): Promise<BackupDone> {
  const { file, withSecretKey, onProgress } = options;
  const secretKey = await readSecretKey(settings);
  const counts: Pick<BackupDone, 'repositories' | 'elsewhere'> = { repositories: 0, elsewhere: [] };
  const rest = async (client: Client): Promise<{ elsewhere: string[]; rest: Item[] }> => {
    const kept = await readKept(client, settings);
    counts.repositories = kept.here.length;
    counts.elsewhere = kept.elsewhere;
    const items = await Promise.all(kept.here.map(repositoryItem));
    if (withSecretKey && secretKey !== undefined) items.push(secretKeyItem(secretKey));
    return { elsewhere: kept.elsewhere, rest: items };
  };
  return await workOnDatabase(settings, log, { make: false }, async (client) => {
    const machine = await machineOf(settings.dataDirectory);
    const madeAt = new Date();
    const header = {
      version,
      madeAt: madeAt.toISOString(),
      machine: machine.id,
      secretKey: secretKey === undefined ? null : fingerprint(secretKey),
    };
    const { bytes } = await writeBackup(file, dump(client, { header, onProgress, openRest: rest }));
    await noteBackup(client, { madeAt, bytes, file, machine: machine.name });
    return {
      file,
      bytes,
      ...counts,
      secretKey: secretKey === undefined ? 'none' : withSecretKey ? 'included' : 'left out',
    };
  });
}

/** Returns the key from its file or from COPYDESK_SECRET_KEY; undefined when none was created yet. */
export async function readSecretKey({ secretKey, dataDirectory }: Settings): Promise<Buffer | undefined> {
  if (secretKey !== undefined) return secretKey;
  const text = await readFile(path.join(dataDirectory, 'secret.key'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : Buffer.from(text.trim(), 'base64');
}

/** Distinguishes a key from others, and reveals nothing else of 32 random bytes. */
export function fingerprint(key: Buffer): string {
  return createHash('sha256').update('copydesk backup').update(key).digest('hex').slice(0, 16);
}

interface KeptRepository {
  project: string;
  path: string;
}

async function readKept(
  client: Client,
  { dataDirectory }: Settings,
): Promise<{ here: KeptRepository[]; elsewhere: string[] }> {
  const { rows } = await client.query<{ id: string; name: string; repository: string }>(
    "select id, name, repository from project where repository_kind = 'kept' and repository <> '' and deleted_at is null order by id",
  );
  const here: KeptRepository[] = [];
  const elsewhere: string[] = [];
  for (const { id, name, repository } of rows) {
    // By its present name: anything else of the project here is left from before another machine took it over.
    const place = path.join(dataDirectory, 'repositories', path.basename(repository));
    if (await isThere(place)) here.push({ project: id, path: place });
    else elsewhere.push(name);
  }
  return { here, elsewhere };
}

async function repositoryItem(kept: KeptRepository): Promise<Item> {
  const head = await readRepositoryHead(kept.path);
  return {
    kind: kinds.repository,
    name: `repository of ${kept.project}`,
    head: { project: kept.project, ...head },
    data: () => (head.isEmpty ? noBytes() : readBundle(kept.path)),
  };
}

function secretKeyItem(key: Buffer): Item {
  return {
    kind: kinds.secretKey,
    name: 'secret key',
    head: {},
    data: () => yieldOnly(Buffer.from(key.toString('base64'))),
  };
}

async function* noBytes(): AsyncGenerator<Uint8Array> {}

async function* yieldOnly(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
