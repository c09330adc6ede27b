import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CopydeskError } from '@copydesk/contract/errors';

/** A server that the user has signed in to. */
export interface Profile {
  url: string;
  key: string;
  /** Whether the key may be sent unencrypted, so that everyone on the way can read it. */
  allowHttp: boolean;
}

/** All profiles by name, and the one that is used when none is named. */
export interface Profiles {
  current: string | null;
  profiles: Record<string, Profile>;
}

type Environment = Record<string, string | undefined>;

/** Returns where the system keeps the user's settings of programs; undefined for a user without a home. */
export function profilesFile(environment: Environment, platform: NodeJS.Platform): string | undefined {
  const { XDG_CONFIG_HOME: given = '', HOME: home = '' } = environment;
  if (path.isAbsolute(given)) return path.join(given, 'copydesk', 'profiles.json');
  if (home === '') return undefined;
  const folder = platform === 'darwin' ? 'Library/Application Support' : '.config';
  return path.join(home, folder, 'copydesk', 'profiles.json');
}

/** @throws CopydeskError `invalid_request` for a file that others may read, or that does not contain profiles */
export function readProfiles(file: string | undefined): Profiles {
  const none: Profiles = { current: null, profiles: {} };
  if (file === undefined) return none;
  const mode = statSync(file, { throwIfNoEntry: false })?.mode;
  if (mode === undefined) return none;
  if ((mode & 0o077) !== 0) {
    throw refused(`Other users may read ${file}, which contains keys. Run: chmod 600 '${file}'`);
  }
  const profiles = parseProfiles(readFileSync(file, 'utf8'));
  if (profiles !== undefined) return profiles;
  throw refused(`${file} is not a file of profiles. Delete it, and sign in again: copydesk login <address>`);
}

/** Writes the file atomically, and readable only by its user from the start. */
export function writeProfiles(file: string, profiles: Profiles): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const half = `${file}.${process.pid}`;
  writeFileSync(half, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(half, file);
}

function parseProfiles(text: string): Profiles | undefined {
  const value = parsed(text);
  if (!isRecord(value) || !isRecord(value.profiles)) return undefined;
  const profiles: Record<string, Profile> = {};
  for (const [name, { url, key, allowHttp }] of Object.entries(value.profiles).filter(hasFields)) {
    if (typeof url !== 'string' || typeof key !== 'string') return undefined;
    profiles[name] = { url, key, allowHttp: allowHttp === true };
  }
  return { current: typeof value.current === 'string' ? value.current : null, profiles };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function hasFields(entry: [string, unknown]): entry is [string, Record<string, unknown>] {
  return isRecord(entry[1]);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refused(detail: string): CopydeskError {
  return new CopydeskError('invalid_request', detail);
}
