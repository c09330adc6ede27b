import { CopydeskError } from '@copydesk/contract/errors';
import type { Project } from '../projects/project.ts';
import type { PlanRequest } from './connections.ts';

/**
 * The project of a name or an address; undefined for an address that none has.
 *
 * @param wanted `name` is what a project of the address is to be called: another one on the same repository is not meant.
 * @param urlOf reads the address of a repository, as people write it.
 * @throws CopydeskError `invalid_request`, `not_found`, and what `urlOf` throws.
 */
export function findTarget(
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
      `Say what to connect: a project${projects.length === 0 ? ', of which there is none yet,' : ` (${names(projects)})`} or the address of a repository.`,
    );
  }
  const named = projects.find(({ id }) => id === target) ?? projects.find((project) => project.name === target);
  if (named !== undefined) return named;
  if (!/[/@]/.test(target)) {
    throw new CopydeskError(
      'not_found',
      `There is no project with the id or name "${target}"${projects.length === 0 ? '' : ` (there are: ${names(projects)})`}, and it is no address of a repository.`,
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

/** Hosts do not tell large letters from small ones in names, nor an address with `.git` from one without. */
function sameAddress(address: string): string {
  return address
    .toLowerCase()
    .replace(/\/+$/, '')
    .replace(/\.git$/, '');
}

/** The address of a project's repository, to be connected. @throws CopydeskError `invalid_request` for one that is at no host. */
export function addressOf({ name, repository, repositoryKind }: Project): string {
  if (repositoryKind === 'url') return repository;
  throw new CopydeskError(
    'invalid_request',
    `The repository of "${name}" is on the machine of Copydesk (${repository}), where no credential is needed. To have it at a ` +
      'code host, push it there, and give its address with --repository.',
  );
}
