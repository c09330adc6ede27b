import { maskingOf } from '../leaks/masking.ts';
import type { Masking } from '../leaks/masking.ts';
import type { OwnSecret } from '../leaks/own-secrets.ts';
import type { Project } from '../projects/project.ts';
import type { WorkerServices } from './services.ts';

/** The longest for which secrets are taken to be the same ones: the token of an App is for an hour. */
const keptMilliseconds = 5 * 60_000;

/** What an installation holds itself and for a project, read when it is asked for. */
export type OwnSecrets = () => Promise<readonly OwnSecret[]>;

/** Of no project, nothing is known. */
export function ownSecretsFor({ ownSecrets, now }: WorkerServices, project: Project | undefined): OwnSecrets {
  let known: { secrets: Promise<readonly OwnSecret[]>; until: number } | undefined;
  return async () => {
    if (ownSecrets === undefined || project === undefined) return [];
    const at = now().getTime();
    if (known !== undefined && at < known.until) return await known.secrets;
    const secrets = ownSecrets(project);
    known = { secrets, until: at + keptMilliseconds };
    secrets.catch(() => (known = undefined));
    return await secrets;
  };
}

/** Hides the secrets of an installation, of a project and of others in texts. */
export function maskingFor(services: WorkerServices, project: Project | undefined): Masking {
  return maskingOf(ownSecretsFor(services, project));
}
