import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CopydeskError } from '@copydesk/contract/errors';
import { isThisMachine } from '../../network/this-machine.ts';
import { profilesFile, readProfiles, type Profile } from './profiles.ts';

/** Where a command runs. */
export interface Place {
  environment: Record<string, string | undefined>;
  folder: string;
  platform: NodeJS.Platform;
}

/**
 * Returns the server that a command uses, or undefined when it works on the database here. A profile named by
 * `COPYDESK_PROFILE` comes first; then signs that this is the server's machine: `DATABASE_URL`, `COPYDESK_DATA_DIR`, or
 * its data folder; then `COPYDESK_URL` with `COPYDESK_KEY`; then the profile of the last `copydesk login`.
 *
 * @throws CopydeskError `invalid_request` for a profile that does not exist, and for an address that would send the key
 *   unencrypted
 */
export function whichServer({ environment, folder, platform }: Place): Profile | undefined {
  const { COPYDESK_PROFILE: named = '', COPYDESK_URL: url = '', COPYDESK_KEY: key = '' } = environment;
  if (named !== '') return requireSafe(profileOf(named));
  if (isServerMachine(environment, folder)) return undefined;
  if (url !== '' && key !== '') return requireSafe({ url, key, allowHttp: environment.COPYDESK_ALLOW_HTTP === '1' });
  const { current, profiles } = readProfiles(profilesFile(environment, platform));
  if (url !== '') {
    const fitting = Object.values(profiles).find((profile) => profile.url === url.replace(/\/+$/, ''));
    return fitting && requireSafe(fitting);
  }
  return current === null ? undefined : requireSafe(profileOf(current));

  function profileOf(name: string): Profile {
    const { profiles: all } = readProfiles(profilesFile(environment, platform));
    const profile = all[name];
    if (profile !== undefined) return profile;
    const there = Object.keys(all).join(', ');
    const found = there === '' ? 'There is none' : `There are: ${there}`;
    throw refused(`There is no profile "${name}". ${found}. Sign in: copydesk login <address> --profile ${name}`);
  }
}

/**
 * Whether anything shows that the database of a server is here. A docs repository may have a folder with this name as
 * well.
 */
export function isServerMachine(environment: Place['environment'], folder: string): boolean {
  const { DATABASE_URL: database = '', COPYDESK_DATA_DIR: data = '' } = environment;
  return database !== '' || data !== '' || isDataFolder(path.join(folder, '.copydesk'));
}

function isDataFolder(folder: string): boolean {
  return ['postgres', 'postgres.upgraded', 'postgres.location'].some((name) => existsSync(path.join(folder, name)));
}

/** Over http everyone on the way can read the key, except within this machine. */
export function requireSafe(profile: Profile): Profile {
  const { protocol, hostname } = addressOf(profile.url);
  if (protocol === 'https:' || isThisMachine(hostname) || profile.allowHttp) return profile;
  throw refused(
    `${profile.url} is not https: others on the network could read the key. Give an https address; in a network that you trust, set ` +
      'COPYDESK_ALLOW_HTTP=1, or sign in with --allow-http.',
  );
}

function addressOf(url: string): URL {
  const address = URL.parse(url);
  if (address?.protocol === 'https:' || address?.protocol === 'http:') return address;
  throw refused('The address of the server must be an https URL, such as https://desk.example.com.');
}

/** A file in a repository that names its project: `{ "project": "prj_…" }`. */
const projectFile = '.copydesk.json';

/**
 * Returns the project to use when none is named: from `COPYDESK_PROJECT`, or from the nearest `.copydesk.json` up to
 * the root of the repository. The file contains only a project: a writer of the repository must not choose where a key
 * is sent.
 */
export function namedProject({ environment, folder }: Omit<Place, 'platform'>): string | undefined {
  const named = environment.COPYDESK_PROJECT ?? '';
  if (named !== '') return named;
  for (let here = folder; ; here = path.dirname(here)) {
    const project = projectIn(path.join(here, projectFile));
    if (project !== undefined) return project;
    if (existsSync(path.join(here, '.git')) || here === path.dirname(here)) return undefined;
  }
}

/** An unreadable file counts as none: a command that names its project does not need it. */
function projectIn(file: string): string | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof value !== 'object' || value === null || !('project' in value)) return undefined;
    return typeof value.project === 'string' && value.project !== '' ? value.project : undefined;
  } catch {
    return undefined;
  }
}

function refused(detail: string): CopydeskError {
  return new CopydeskError('invalid_request', detail);
}
