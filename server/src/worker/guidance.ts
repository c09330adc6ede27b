import type { Repository } from '../workspace/workspace.ts';

/** Where a repository may tell agents about itself; the first that is there counts. */
const places = ['.copydesk/AGENTS.md', 'AGENTS.md'];

/** The repository's guidance for agents, as data, as it stands in the base commit. */
export async function repositoryGuidance(repository: Repository, commit: string): Promise<string | undefined> {
  for (const path of places) {
    const bytes = await repository.fileAt(commit, path);
    if (bytes !== undefined) return new TextDecoder().decode(bytes);
  }
  return undefined;
}
