import { join } from 'node:path';
import type { Repository } from '../../src/workspace/repository.ts';
import type { Source } from '../../src/workspace/source.ts';
import { openWorkspace, type Workspace, type WorkspaceOptions } from '../../src/workspace/workspace.ts';
import { testFolder } from './git-repository.ts';

export interface TestWorkspace extends AsyncDisposable {
  workspace: Workspace;
  directory: string;
  /** Opens a local repository, or the one at a URL. */
  open(location: string, options?: Partial<Source>): Promise<Repository>;
}

export const author = { name: 'Copydesk', email: 'copydesk@example.org' };

/** A workspace in a temporary folder, which may use HTTP without TLS. */
export async function testWorkspace(options: Partial<WorkspaceOptions> = {}): Promise<TestWorkspace> {
  const folder = await testFolder();
  const directory = join(folder.path, 'clones');
  const workspace = openWorkspace({ directory, allowedProtocols: ['https', 'http'], ...options });
  return {
    workspace,
    directory,
    open: (location, source = {}) => workspace.repository({ ...sourceOf(location), ...source }),
    async [Symbol.asyncDispose]() {
      await workspace.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

export function sourceOf(location: string): Source {
  return { id: 'src_1', kind: location.startsWith('/') ? 'path' : 'url', location };
}

/** Returns the commit of a branch that the test knows to exist. */
export async function headOf(repository: Repository, branch = 'main'): Promise<string> {
  const commit = await repository.head(branch);
  if (commit === undefined) throw new Error(`there is no branch ${branch}`);
  return commit;
}
