import { listImports, readImport } from '../../analytics/store/imports/import-runs.ts';
import type { OperatorServices } from '../../operator/operator.ts';
import { listProjects } from '../../projects/project.ts';
import type { App } from '../app.ts';
import type { OwnOrganisation } from './own-organisation.ts';

type ImportCommands = Pick<
  OperatorServices,
  'reclassifyViews' | 'importViews' | 'importElsewhere' | 'listImports' | 'readImport' | 'undoImport'
>;

/** What commands do to page views that are counted already, or were counted elsewhere. */
export function importCommands(app: App, own: OwnOrganisation): ImportCommands {
  const { db } = app;
  return {
    async reclassifyViews(projectId, onProject) {
      const { reclassifyViews } = await import('../views/reclassify.ts');
      const projects = await listProjects(db, await own.id());
      const chosen = projectId === undefined ? projects : projects.filter(({ id }) => id === projectId);
      return await reclassifyViews(app, chosen, onProject);
    },
    async importViews(projectId, request, openInput) {
      const { importViews } = await import('../views/import-views.ts');
      return await importViews(app, { ...request, project: await own.project(projectId) }, openInput);
    },
    async importElsewhere(projectId, request) {
      const { importElsewhere } = await import('../../analytics/elsewhere/import-elsewhere.ts');
      const { number } = await own.project(projectId);
      return await importElsewhere({ db, now: () => new Date() }, { ...request, projectId: number });
    },
    listImports: async (projectId) => await listImports(db, (await own.project(projectId)).number),
    async readImport(projectId, number) {
      return await readImport(db, { projectId: (await own.project(projectId)).number, import: number });
    },
    async undoImport(projectId, number) {
      const { undoImport } = await import('../../analytics/store/imports/undo-import.ts');
      return await undoImport(db, { projectId: (await own.project(projectId)).number, import: number });
    },
  };
}
