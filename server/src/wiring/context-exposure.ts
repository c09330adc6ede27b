import { isCopydeskError } from '@copydesk/contract';
import type { ContextExposure } from '../projects/context-exposure.ts';
import type { Project } from '../projects/project.ts';
import type { Workspace } from '../workspace/workspace.ts';

type Place = Pick<Project, 'repositoryKind' | 'repository'>;

/** Whether a repository beside the docs is read by fewer people than the docs: both are asked without a credential. */
export async function exposureOf(
  workspace: Pick<Workspace, 'probe'>,
  docs: Place,
  context: Place,
): Promise<ContextExposure> {
  const [docsAreOpen, contextIsOpen] = await Promise.all([isOpen(workspace, docs), isOpen(workspace, context)]);
  if (contextIsOpen === true) return 'public';
  return docsAreOpen === true && contextIsOpen === false ? 'private-beside-public' : 'unknown';
}

/** Undefined where nobody can tell: of a path on this machine, and of a host that does not answer. */
async function isOpen(
  { probe }: Pick<Workspace, 'probe'>,
  { repositoryKind, repository: location }: Place,
): Promise<boolean | undefined> {
  if (repositoryKind !== 'url') return undefined;
  try {
    await probe({ id: 'without-credential', kind: 'url', location }, { signal: AbortSignal.timeout(longest) });
    return true;
  } catch (error) {
    // Hosts say of what is private that it is not there.
    const isRefused =
      isCopydeskError(error, 'repository_unauthorized') || isCopydeskError(error, 'repository_not_found');
    return isRefused ? false : undefined;
  }
}

const longest = 10_000;
