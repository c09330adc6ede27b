import { isCopydeskError } from '@copydesk/contract';
import type { ContextExposure } from '../../projects/connection/context-exposure.ts';
import type { Project } from '../../projects/project.ts';
import type { Workspace } from '../../workspace/workspace.ts';

type Place = Pick<Project, 'repositoryKind' | 'repository'>;

/** Whether fewer people may read a context repository than the docs. Both are requested without a credential. */
export async function exposureOf(
  workspace: Pick<Workspace, 'probe'>,
  docs: Place,
  context: Place,
): Promise<ContextExposure> {
  const [docsAreOpen, contextIsOpen] = await Promise.all([isOpen(workspace, docs), isOpen(workspace, context)]);
  if (contextIsOpen === true) return 'public';
  return docsAreOpen === true && contextIsOpen === false ? 'private-beside-public' : 'unknown';
}

/**
 * Returns undefined when this cannot be determined: for a path on this machine, and for a host that does not answer.
 */
async function isOpen(
  { probe }: Pick<Workspace, 'probe'>,
  { repositoryKind, repository: location }: Place,
): Promise<boolean | undefined> {
  if (repositoryKind !== 'url') return undefined;
  try {
    await probe({ id: 'without-credential', kind: 'url', location }, { signal: AbortSignal.timeout(mostCharacters) });
    return true;
  } catch (error) {
    // Hosts claim that a private repository does not exist.
    const isRefused =
      isCopydeskError(error, 'repository_unauthorized') || isCopydeskError(error, 'repository_not_found');
    return isRefused ? false : undefined;
  }
}

const mostCharacters = 10_000;
