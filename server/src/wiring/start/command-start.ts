import path from 'node:path';
import { profilesFile } from '../../remote/profile/profiles.ts';
import type { Place } from '../../remote/profile/which-server.ts';
import type { Settings } from '../../settings.ts';
import type { openLog as OpenLog, LogReader } from './log.ts';

/** What a command takes from its environment. All of it is read, and its code loaded, when it is needed. */
export interface CommandStart {
  place: Place;
  /** @throws CopydeskError `settings_invalid` */
  settings: () => Promise<Settings>;
  openLog: () => Promise<ReturnType<typeof OpenLog>>;
  /** A command's own words are its output: this log is only for what goes wrong. */
  quietLog: () => Promise<ReturnType<typeof OpenLog>>;
  /** @throws CopydeskError `data_directory_refused` in a folder that has no database, unless it may be created. */
  requireFolder: (createsDatabase: boolean) => Promise<void>;
  /** Remembers the data folder for commands that run in another folder. */
  remember: () => Promise<void>;
}

export function commandStart(
  environment: Record<string, string | undefined>,
  reader: LogReader,
  folder: string,
): CommandStart {
  // The settings' schemas are a third of what a command loads when it calls a server elsewhere.
  const settings = async (): Promise<Settings> => (await import('../../settings.ts')).readSettings(environment);
  const openLog = async (level: Parameters<typeof OpenLog>[0]) => (await import('./log.ts')).openLog(level, reader);
  const profiles = profilesFile(environment, process.platform);
  const lastFolder = profiles === undefined ? undefined : path.join(path.dirname(profiles), 'last-database');
  return {
    place: { environment, folder, platform: process.platform },
    settings,
    openLog: async () => await openLog(await settings()),
    quietLog: async () => await openLog({ logLevel: quieterLevel(await settings()) }),
    async requireFolder(createsDatabase) {
      const { refuseWrongFolder } = await import('./wrong-folder.ts');
      const { readLastFolder } = await import('./last-folder.ts');
      const found = await settings();
      await refuseWrongFolder(found, environment, { last: await readLastFolder(lastFolder), createsDatabase });
    },
    async remember() {
      const { databaseUrl, dataDirectory } = await settings();
      if (databaseUrl !== undefined) return;
      const { rememberFolder } = await import('./last-folder.ts');
      await rememberFolder(lastFolder, dataDirectory);
    },
  };
}

function quieterLevel(settings: Settings): Settings['logLevel'] {
  return settings.logLevel === 'info' ? 'warn' : settings.logLevel;
}
