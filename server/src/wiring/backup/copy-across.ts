import { CopydeskError } from '@copydesk/contract';
import type { Client } from 'pg';
import { dump } from '../../backup/dump.ts';
import { readFrames } from '../../backup/frames.ts';
import { load } from '../../backup/load.ts';
import { differences, readContents } from '../../backup/prove.ts';
import type { TableContents } from '../../backup/prove.ts';
import type { OnBackupProgress } from '../../operator/backups.ts';
import { version } from '../services/version.ts';

/**
 * Copies all tables of a database into an empty one, in one transaction that commits only when every table has the same
 * content in both.
 *
 * @throws CopydeskError `database_refused` when something arrived differently, or nothing may be copied: see {@link
 *   load}.
 */
export async function copyAcross(
  source: Client,
  to: Client,
  onProgress: OnBackupProgress,
): Promise<readonly TableContents[]> {
  let proven: readonly TableContents[] = [];
  const frames = dump(source, {
    header: { version, madeAt: new Date().toISOString(), machine: '', secretKey: null },
    alone: true,
    onProgress,
    openRest: async () => ({ elsewhere: [], rest: [] }),
    async beforeEnd() {
      const [here, there] = await readBoth(source, to, onProgress);
      const different = differences(here, there);
      if (different.length > 0) {
        throw new CopydeskError(
          'database_refused',
          `What arrived is not what was sent: ${different.join(', ')}. Nothing was changed.`,
        );
      }
      proven = here;
    },
  });
  await load(to, readFrames(frames), {
    onProgress: (item, bytes) => (bytes === 0 ? onProgress(item, 0) : undefined),
    putRepository: refuse,
    putSecretKey: refuse,
    settle: async () => {},
  });
  return proven;
}

/** Reads what all tables contain on both sides. */
export async function readBoth(
  source: Client,
  to: Client,
  onProgress: OnBackupProgress,
): Promise<[TableContents[], TableContents[]]> {
  const onTable = (name: string): void => onProgress(`comparing ${name}`, 0);
  return await Promise.all([readContents(source, onTable), readContents(to, onTable)]);
}

async function refuse(): Promise<never> {
  throw new TypeError('a database alone has neither repositories nor keys');
}

/** All tables together. */
export function sumOf(contents: readonly TableContents[]): { tables: number; rows: number } {
  return { tables: contents.length, rows: contents.reduce((sum, { rows }) => sum + rows, 0) };
}
