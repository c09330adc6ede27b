import { createTrigger, deleteTrigger, rotateTrigger, switchTrigger } from '../../../desk/project/triggers.ts';
import { parameter } from '../../../http/checks/admit.ts';
import { field } from '../../../http/session/form.ts';
import { jobNotFound } from '../../../jobs/not-found.ts';
import type { SettingsAction } from './action.ts';
import { previewOf, triggerFields, triggerOf } from './forms/trigger-form.ts';

const typed = (body: unknown): Record<string, string> =>
  Object.fromEntries(triggerFields.map((name) => [name, (field(body, name) ?? '').trim()]));

const nothing = (): Record<string, string> => ({});

/** The actions of the forms of triggers. */
export const triggerActions: SettingsAction[] = [
  {
    path: 'triggers',
    section: 'triggers',
    typed,
    async act({ db, webhooks }, { actor, project, request }) {
      const draft = { projectId: project.id, ...triggerOf(request.body) };
      const { trigger, secret } = await createTrigger(db, webhooks.box, actor, draft);
      return { secret: { words: `The secret of ${trigger.name}`, text: secret } };
    },
  },
  {
    path: 'triggers/preview',
    section: 'triggers',
    typed,
    act: async (_services, { request }) => ({ typed: typed(request.body), preview: previewOf(request.body) }),
  },
  {
    path: 'triggers/:triggerId/secret',
    section: 'triggers',
    typed: nothing,
    async act({ db, webhooks }, { actor, project, request }) {
      const named = { projectId: project.id, id: parameter(request, 'triggerId') };
      const rotated = await rotateTrigger(db, webhooks.box, actor, named);
      if (rotated === undefined) throw jobNotFound();
      return { secret: { words: `The new secret of ${rotated.trigger.name}`, text: rotated.secret } };
    },
  },
  ...(['enable', 'disable'] as const).map((action): SettingsAction => ({
    path: `triggers/:triggerId/${action}`,
    section: 'triggers',
    typed: nothing,
    async act({ db, now }, { actor, project, request }) {
      const id = parameter(request, 'triggerId');
      const change = { isOn: action === 'enable', at: now() };
      const switched = await switchTrigger(db, actor, { projectId: project.id, id }, change);
      if (switched === undefined) throw jobNotFound();
      return `trigger=${encodeURIComponent(id)}&done=triggers#triggers`;
    },
  })),
  {
    path: 'triggers/:triggerId/delete',
    section: 'triggers',
    typed: nothing,
    async act({ db }, { actor, project, request }) {
      await deleteTrigger(db, actor, { projectId: project.id, id: parameter(request, 'triggerId') });
      return undefined;
    },
  },
];
