import type { Repository } from '../workspace/workspace.ts';

/** A file in which a repository tells agents about itself. */
export interface GuidanceFile {
  path: string;
  text: string;
}

/** What is written for Copydesk counts in place of what is written for all agents. */
const placesOfRepository = ['.copydesk/AGENTS.md', 'AGENTS.md'];

/**
 * The guidance for agents, as data, as it stands in the base commit: the repository's own, and after it that of the docs
 * folder, which is nearer to the work and counts more where the two differ.
 */
export async function repositoryGuidance(
  repository: Repository,
  commit: string,
  docsFolder: string,
): Promise<GuidanceFile[]> {
  const ofDocs = docsFolder === '' ? [] : [`${docsFolder}/AGENTS.md`];
  const found = [await firstOf(repository, commit, placesOfRepository), await firstOf(repository, commit, ofDocs)];
  return found.filter((file) => file !== undefined);
}

async function firstOf(repository: Repository, commit: string, places: string[]): Promise<GuidanceFile | undefined> {
  for (const path of places) {
    const bytes = await repository.fileAt(commit, path);
    if (bytes !== undefined) return { path, text: new TextDecoder().decode(bytes) };
  }
  return undefined;
}
