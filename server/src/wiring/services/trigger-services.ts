import { CopydeskError, TriggerRequest } from '@copydesk/contract';
import { z } from 'zod';
import type { Actor } from '../../audit/actor.ts';
import { createTrigger, deleteTrigger, rotateTrigger, switchTrigger } from '../../desk/project/triggers.ts';
import { checkFields } from '../../http/checks/fields.ts';
import { presentTrigger } from '../../http/routes/trigger/present-trigger.ts';
import type { TriggerServices } from '../../operator/automation/triggers.ts';
import { listTriggers, readTrigger } from '../../triggers/trigger.ts';
import type { App } from '../app.ts';
import { webhookGuard } from './webhooks.ts';

const Parts = z.object({ body: TriggerRequest });

/** What the operator's commands do with triggers, directly on the database. */
export function triggerServices(app: App, actor: () => Promise<Actor>): TriggerServices {
  const { db, url } = app;
  const { box } = webhookGuard(app);
  const named = async (id: string) => {
    const trigger = await readTrigger(db, id);
    return trigger === undefined ? noSuchTrigger(id) : { projectId: trigger.projectId, id };
  };
  return {
    async create({ projectId, ...draft }) {
      const { body } = checkFields(Parts, { body: draft });
      const made = await createTrigger(db, box, await actor(), { projectId, ...body });
      return { ...presentTrigger(url, made.trigger), secret: made.secret };
    },
    list: async (projectId) => (await listTriggers(db, projectId)).map((one) => presentTrigger(url, one)),
    async rotate(id) {
      const done = (await rotateTrigger(db, box, await actor(), await named(id))) ?? noSuchTrigger(id);
      return { ...presentTrigger(url, done.trigger), secret: done.secret };
    },
    async switch(id, isOn) {
      const change = { isOn, at: new Date() };
      const switched = (await switchTrigger(db, await actor(), await named(id), change)) ?? noSuchTrigger(id);
      return presentTrigger(url, switched);
    },
    delete: async (id) => await deleteTrigger(db, await actor(), await named(id)),
  };
}

function noSuchTrigger(id: string): never {
  throw new CopydeskError(
    'not_found',
    `There is no trigger ${id}. "copydesk trigger list --project …" shows those of a project.`,
  );
}
