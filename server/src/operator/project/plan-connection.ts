import { CopydeskError } from '@copydesk/contract/errors';
import type { Project } from '../../projects/project.ts';
import type { ConnectionPlan, PlanRequest } from './connections.ts';

type Detected = Pick<ConnectionPlan, 'host' | 'apiUrl' | 'repository' | 'gitUrl'>;
type Hint = Pick<PlanRequest, 'host' | 'apiUrl'>;

/** What planning a connection needs, for local and remote projects alike. */
export interface PlanningParts {
  projects: Project[];
  readConnection: (projectId: string) => Promise<ConnectionPlan['connection']>;
  /** Normalises a repository address that a person typed. */
  urlOf: (address: string) => string;
  /** Determines from the address and the hint what is there, without any request. */
  describe: (address: string, hint: Hint) => Detected;
  /** Does the same, but asks the server when the address does not show what it is. */
  detect: (address: string, hint: Hint) => Promise<Detected>;
}

/** Determines what to connect. @throws CopydeskError `not_found`, `invalid_request`, and what its parts throw. */
export async function planConnection(parts: PlanningParts, request: PlanRequest): Promise<ConnectionPlan> {
  const { target, repository, name, ref, docsFolder, host, apiUrl } = request;
  const project = findTarget(parts.projects, { target, name }, parts.urlOf);
  const address = repository ?? (project === undefined ? (target ?? '') : addressOf(project));
  const connection = project && (await parts.readConnection(project.id));
  const detected = await detectAt(parts, address, { host, apiUrl }, repository === undefined ? connection : undefined);
  const draft = { name: name ?? detected.repository.split('/').at(-1) ?? 'Docs', ref, docsFolder };
  const stays = project !== undefined && repository === undefined;
  return { ...detected, gitUrl: stays ? project.repository : detected.gitUrl, project, draft, connection };
}

/**
 * Determines what is at an address. A project that is connected with it already has not changed: no request is needed,
 * and the address of a test host stays.
 */
async function detectAt(
  { describe, detect }: PlanningParts,
  address: string,
  { host, apiUrl }: Hint,
  known: ConnectionPlan['connection'],
): Promise<Detected> {
  if (!known) return await detect(address, { host, apiUrl });
  return describe(address, { host: host ?? known.host, apiUrl: (apiUrl ?? known.apiUrl) || undefined });
}

/**
 * Finds the project of a name or an address. Returns undefined for an address that no project has.
 *
 * @param wanted `name` is the name for a project of this address: another project on the same repository does not
 *   match.
 * @param urlOf normalises a repository address that a person typed.
 * @throws CopydeskError `invalid_request`, `not_found`, and what `urlOf` throws.
 */
function findTarget(
  projects: Project[],
  wanted: Pick<PlanRequest, 'target' | 'name'>,
  urlOf: (address: string) => string,
): Project | undefined {
  const { target, name } = wanted;
  if (target === undefined) {
    const [only] = projects;
    if (only !== undefined && projects.length === 1) return only;
    throw new CopydeskError(
      'invalid_request',
      `Say what to connect: a project${projects.length === 0 ? ' (there is none yet)' : ` (${names(projects)})`} or the address of a repository.`,
    );
  }
  const named = projects.find(({ id }) => id === target) ?? projects.find((project) => project.name === target);
  if (named !== undefined) return named;
  if (!/[/@]/.test(target)) {
    throw new CopydeskError(
      'not_found',
      `There is no project with the id or name "${target}"${projects.length === 0 ? '' : ` (there are: ${names(projects)})`}, and it is not the address of a repository.`,
    );
  }
  const address = sameAddress(urlOf(target));
  const there = projects.filter(
    (project) =>
      project.repositoryKind === 'url' &&
      sameAddress(project.repository) === address &&
      (name === undefined || project.name === name),
  );
  if (there.length <= 1) return there[0];
  throw new CopydeskError(
    'invalid_request',
    `Several projects are on this repository: ${there.map((project) => `"${project.name}" (${project.id})`).join(', ')}. Name the one to connect.`,
  );
}

function names(projects: Project[]): string {
  return projects.map(({ name }) => `"${name}"`).join(', ');
}

/** Code hosts ignore case in names, and treat an address with `.git` like one without. */
function sameAddress(address: string): string {
  return address
    .toLowerCase()
    .replace(/\/+$/, '')
    .replace(/\.git$/, '');
}

/**
 * Returns the address of a project's repository, for connecting it.
 * @throws CopydeskError `invalid_request` when the repository is not at a code host.
 */
function addressOf({ name, repository, repositoryKind }: Project): string {
  if (repositoryKind === 'url') return repository;
  throw new CopydeskError(
    'invalid_request',
    `The repository of "${name}" is on the machine of Copydesk (${repository}), where no credential is needed. To move it to a ` +
      'code host, push it there, and give its address with --repository.',
  );
}
