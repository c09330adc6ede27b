import type { Project } from '../../projects/project.ts';

/** Where people clone a project's repository from: this server for what is on its machine. */
export function cloneUrlOf(baseUrl: string, project: Pick<Project, 'id' | 'repositoryKind' | 'repository'>): string {
  return project.repositoryKind === 'url' ? project.repository : `${baseUrl}/git/${project.id}.git`;
}
