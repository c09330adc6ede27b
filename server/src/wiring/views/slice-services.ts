import type { OperatorServices } from '../../operator/operator.ts';
import { databaseErrors } from '../../postgres/database.ts';
import type { Project } from '../../projects/project.ts';
import type { App } from '../app.ts';

/** What commands do with the slices of projects. */
export function sliceServices(
  { db, settings }: App,
  project: (id: string) => Promise<Project>,
): Pick<OperatorServices, 'measureSlices' | 'addSlices'> {
  return {
    async measureSlices(projectId) {
      const { measureProjects, readMostSlices, viewsOfSlice } =
        await import('../../analytics/store/shards/large-projects.ts');
      const { number, name } = await project(projectId);
      const most = await readMostSlices(db, settings.views.mostSlices).catch(databaseErrors);
      const [size] = await measureProjects(db, [{ number, name }], { now: new Date() }).catch(databaseErrors);
      return { slices: size?.slices ?? 1, viewsADay: Math.round(size?.viewsADay ?? 0), viewsOfSlice, most };
    },
    async addSlices(projectId, count) {
      const { addShards } = await import('../../analytics/store/shards/add-shards.ts');
      return await addShards(db, (await project(projectId)).number, count).catch(databaseErrors);
    },
  };
}
