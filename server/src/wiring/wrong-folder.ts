import path from 'node:path';
import { CopydeskError } from '@copydesk/contract';
import { hasCluster } from '../postgres/embedded/place.ts';
import type { Settings } from '../settings.ts';

/** Of a command that was given in the wrong folder: `.copydesk` of one above. */
export async function databaseAbove(folder: string): Promise<string | undefined> {
  const name = path.basename(folder);
  for (let above = path.dirname(path.dirname(folder)); ; above = path.dirname(above)) {
    const place = path.join(above, name);
    if (place !== folder && (await hasCluster(place))) return place;
    if (above === path.dirname(above)) return undefined;
  }
}

/**
 * The data folder is of the folder that a command is given in, unless it is named: one that is given in another folder would
 * begin a second, empty database.
 *
 * @param last the data folder that this user's commands used last, if any.
 * @throws CopydeskError `data_directory_refused`, which names the database above, or the last one.
 */
export async function refuseWrongFolder(
  settings: Settings,
  environment: Record<string, string | undefined>,
  last?: string,
): Promise<void> {
  const isNamed = environment.COPYDESK_DATA_DIR !== undefined || settings.databaseUrl !== undefined;
  if (isNamed || (await hasCluster(settings.dataDirectory))) return;
  const above = await databaseAbove(settings.dataDirectory);
  const isElsewhere = above === undefined && last !== undefined && (await hasCluster(last).catch(() => false));
  const there = isElsewhere ? last : above;
  if (there === undefined) return;
  const where = isElsewhere ? `the last one that you used is in ${there}` : `there is one in ${there}`;
  throw new CopydeskError(
    'data_directory_refused',
    `There is no database in this folder, and ${where}. Go there, or set COPYDESK_DATA_DIR=${there}; to begin ` +
      `another here, set COPYDESK_DATA_DIR=${settings.dataDirectory}.`,
  );
}
