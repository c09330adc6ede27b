import type { Repository } from '../../workspace/workspace.ts';

/** A file in which a repository gives instructions to agents. */
export interface GuidanceFile {
  path: string;
  text: string;
}

/** What is written for Copydesk replaces what is written for all agents. */
const placesOfRepository = ['.copydesk/AGENTS.md', 'AGENTS.md'];

/**
 * Reads the guidance for agents from the base commit, as data: first the repository's own, then that of the docs
 * folder, which is closer to the work and takes precedence where the two differ.
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
