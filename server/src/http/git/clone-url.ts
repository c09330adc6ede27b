import type { Project } from '../../projects/project.ts';

/** Returns the address from which people clone a project's repository: this server for a repository on its machine. */
export function cloneUrlOf(baseUrl: string, project: Pick<Project, 'id' | 'repositoryKind' | 'repository'>): string {
  return project.repositoryKind === 'url' ? project.repository : `${baseUrl}/git/${project.id}.git`;
}
