import { maskingOf } from '../leaks/masking.ts';
import type { Masking } from '../leaks/masking.ts';
import type { OwnSecret } from '../leaks/own-secrets.ts';
import type { Project } from '../projects/project.ts';
import type { WorkerServices } from './services.ts';

/** The longest for which secrets are taken to be the same ones: the token of an App is for an hour. */
const keptMilliseconds = 5 * 60_000;

/** Hides the secrets of an installation, of a project and of others in texts; what is its own is asked for when it is needed. */
export function maskingFor({ ownSecrets, now }: WorkerServices, project: Project | undefined): Masking {
  let known: { secrets: Promise<readonly OwnSecret[]>; until: number } | undefined;
  return maskingOf(async () => {
    if (ownSecrets === undefined || project === undefined) return [];
    const at = now().getTime();
    if (known !== undefined && at < known.until) return await known.secrets;
    const secrets = ownSecrets(project);
    known = { secrets, until: at + keptMilliseconds };
    secrets.catch(() => (known = undefined));
    return await secrets;
  });
}
