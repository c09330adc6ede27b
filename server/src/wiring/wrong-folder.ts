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
 * The data folder is of the folder that a command is given in, unless it is named: one that is given in a folder below would
 * begin a second, empty database.
 *
 * @throws CopydeskError `data_directory_refused`, which names the database above.
 */
export async function refuseWrongFolder(
  settings: Settings,
  environment: Record<string, string | undefined>,
): Promise<void> {
  const isNamed = environment.COPYDESK_DATA_DIR !== undefined || settings.databaseUrl !== undefined;
  if (isNamed || (await hasCluster(settings.dataDirectory))) return;
  const above = await databaseAbove(settings.dataDirectory);
  if (above === undefined) return;
  throw new CopydeskError(
    'data_directory_refused',
    `There is no database in this folder, and there is one in ${above}. Go there, or set COPYDESK_DATA_DIR=${above}; to begin ` +
      `another here, set COPYDESK_DATA_DIR=${settings.dataDirectory}.`,
  );
}
