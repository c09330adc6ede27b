import { openClient } from '@copydesk/client';
import type { Me } from '@copydesk/contract';
import { CopydeskError } from '@copydesk/contract/errors';
import { profilesFile, readProfiles, writeProfiles } from './profiles.ts';
import { type Place, requireSafe } from './which-server.ts';

/** The data for signing in. */
export interface Login {
  url: string;
  key: string;
  /** The name of the profile. */
  profile: string;
  allowHttp: boolean;
}

/** Asks the server whom the key belongs to, then stores both. From then on the commands use that server. */
export async function login(place: Place, { url, key, profile: name, allowHttp }: Login): Promise<Me> {
  const file = fileOf(place);
  const profile = requireSafe({ url: url.replace(/\/+$/, ''), key, allowHttp });
  const { Me: Shape } = await import('@copydesk/contract');
  const { readAs } = await import('../read-as.ts');
  const me = readAs(Shape, await openClient(profile).get('/v1/me'));
  const { profiles } = readProfiles(file);
  writeProfiles(file, { current: name, profiles: { ...profiles, [name]: profile } });
  return me;
}

/** Deletes a profile, the current one when none is named. Returns its name and its server. */
export function logout(place: Place, named: string | undefined): { profile: string; url: string } {
  const file = fileOf(place);
  const { current, profiles } = readProfiles(file);
  const name = named ?? current;
  const profile = name === null ? undefined : profiles[name];
  if (name === null || profile === undefined) {
    throw new CopydeskError(
      'not_found',
      `There is no profile ${name === null ? 'that you are signed in with' : `"${name}"`}.`,
    );
  }
  const { [name]: _, ...others } = profiles;
  writeProfiles(file, { current: current === name ? null : current, profiles: others });
  return { profile: name, url: profile.url };
}

function fileOf({ environment, platform }: Place): string {
  const file = profilesFile(environment, platform);
  if (file !== undefined) return file;
  throw new CopydeskError('invalid_request', 'Neither HOME nor XDG_CONFIG_HOME says where to keep the profile.');
}
