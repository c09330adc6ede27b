import type { Client } from '@copydesk/client';
import type { TriggerServices } from '../operator/automation/triggers.ts';
import type { ProjectFinder } from './projects.ts';
import { readAs } from './read-as.ts';

/** The trigger commands over HTTP: with a key of the scope `admin`. */
export function triggerServices(desk: Client, projects: ProjectFinder): TriggerServices {
  const list = async (projectId: string) => {
    const { TriggerList } = await import('@copydesk/contract');
    return readAs(TriggerList, await desk.get('/v1/projects/{projectId}/triggers', { path: { projectId } })).triggers;
  };
  const place = async (triggerId: string) => {
    const has = async (projectId: string): Promise<boolean> =>
      (await list(projectId)).some(({ id }) => id === triggerId);
    return { projectId: await projects.having(`trigger ${triggerId}`, has), triggerId };
  };
  return {
    async create({ projectId, ...body }) {
      const { CreatedTrigger } = await import('@copydesk/contract');
      const made = await desk.post('/v1/projects/{projectId}/triggers', { path: { projectId }, body });
      return readAs(CreatedTrigger, made);
    },
    list,
    async rotate(id) {
      const { CreatedTrigger } = await import('@copydesk/contract');
      const path = await place(id);
      return readAs(CreatedTrigger, await desk.post('/v1/projects/{projectId}/triggers/{triggerId}/secret', { path }));
    },
    async switch(id, isOn) {
      const { Trigger } = await import('@copydesk/contract');
      const path = await place(id);
      const one = '/v1/projects/{projectId}/triggers/{triggerId}';
      return readAs(
        Trigger,
        await (isOn ? desk.post(`${one}/enable`, { path }) : desk.post(`${one}/disable`, { path })),
      );
    },
    async delete(id) {
      await desk.delete('/v1/projects/{projectId}/triggers/{triggerId}', { path: await place(id) });
    },
  };
}
