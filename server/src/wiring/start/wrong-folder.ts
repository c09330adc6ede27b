import path from 'node:path';
import { CopydeskError } from '@copydesk/contract';
import { hasCluster } from '../../postgres/embedded/place.ts';
import type { Settings } from '../../settings.ts';

/** Returns the `.copydesk` of a folder above, for a command that was run in the wrong folder. */
export async function databaseAbove(folder: string): Promise<string | undefined> {
  const name = path.basename(folder);
  for (let above = path.dirname(path.dirname(folder)); ; above = path.dirname(above)) {
    const place = path.join(above, name);
    if (place !== folder && (await hasCluster(place))) return place;
    if (above === path.dirname(above)) return undefined;
  }
}

interface UseOfFolder {
  /** The data folder that this user's commands used last, if any. */
  last: string | undefined;
  /** Whether the command may create a database where there is none. */
  createsDatabase: boolean;
}

/**
 * Unless it is named, the data folder belongs to the folder that a command runs in: a command in another folder would
 * create a second, empty database.
 *
 * @throws CopydeskError `data_directory_refused`, which names the database above, or the last one, or the commands that
 *   create one.
 */
export async function refuseWrongFolder(
  settings: Settings,
  environment: Record<string, string | undefined>,
  { last, createsDatabase }: UseOfFolder,
): Promise<void> {
  const isNamed = environment.COPYDESK_DATA_DIR !== undefined || settings.databaseUrl !== undefined;
  if (isNamed || (await hasCluster(settings.dataDirectory))) return;
  const above = await databaseAbove(settings.dataDirectory);
  const isElsewhere = above === undefined && last !== undefined && (await hasCluster(last).catch(() => false));
  const database = isElsewhere ? last : above;
  if (database === undefined) return createsDatabase ? undefined : refuseNoDatabase(settings.dataDirectory);
  const where = isElsewhere ? `the last one that you used is in ${database}` : `there is one in ${database}`;
  throw new CopydeskError(
    'data_directory_refused',
    `There is no database in this folder, and ${where}. Go there, or set COPYDESK_DATA_DIR=${database}; to begin ` +
      `another here, set COPYDESK_DATA_DIR=${settings.dataDirectory}.`,
  );
}

function refuseNoDatabase(folder: string): never {
  throw new CopydeskError(
    'data_directory_refused',
    `There is no database in ${folder}. If you have one elsewhere, go to its folder, or set COPYDESK_DATA_DIR or DATABASE_URL. ` +
      'To use a server on another machine, or one that another user runs, run: copydesk login <address>. To create one in this folder, run "copydesk serve" or "copydesk project create" first.',
  );
}
