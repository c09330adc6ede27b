import { maskingOf } from '../../leaks/masking.ts';
import type { Masking } from '../../leaks/masking.ts';
import type { OwnSecret } from '../../leaks/own-secrets.ts';
import type { Project } from '../../projects/project.ts';
import type { WorkerServices } from '../services.ts';

/** How long secrets are cached at most. The token of an App is valid for an hour. */
const keptMilliseconds = 5 * 60_000;

/** The secrets of an installation, its own and those it has for a project, read when they are asked for. */
export type OwnSecrets = () => Promise<readonly OwnSecret[]>;

/** Without a project, there are none. */
export function ownSecretsFor({ ownSecrets, now }: WorkerServices, project: Project | undefined): OwnSecrets {
  let known: { secrets: Promise<readonly OwnSecret[]>; until: number } | undefined;
  return async () => {
    if (project === undefined) return [];
    const at = now().getTime();
    if (known !== undefined && at < known.until) return await known.secrets;
    const secrets = ownSecrets(project);
    known = { secrets, until: at + keptMilliseconds };
    secrets.catch(() => (known = undefined));
    return await secrets;
  };
}

/** Hides in texts the secrets of an installation, of a project, and of others. */
export function maskingFor(services: WorkerServices, project: Project | undefined): Masking {
  return maskingOf(ownSecretsFor(services, project));
}
