import {
  ConnectionRequest,
  ContextRepository,
  ModelKeyRequest,
  ModelProvider,
  WebhookRequest,
} from '@copydesk/contract';
import { webhookEvents } from '@copydesk/contract';
import { z } from 'zod';
import { createWebhook, deleteWebhook, enableWebhook, redeliver, testWebhook } from '../../../desk/project/webhooks.ts';
import { jobNotFound } from '../../../jobs/not-found.ts';
import { parameter } from '../../../http/checks/admit.ts';
import { checkFields } from '../../../http/checks/fields.ts';
import { visibleDelivery, visibleWebhook } from '../../../http/checks/visibility.ts';
import { mayUsePaths } from '../../../http/session/caller.ts';
import { field } from '../../../http/session/form.ts';
import { connectionOf, typedConnection } from '../connection-form.ts';
import type { SettingsAction } from './action.ts';
import { triggerActions } from './trigger-actions.ts';

const text = (body: unknown, name: string): string => (field(body, name) ?? '').trim();
const given = (body: unknown, name: string): string | undefined => text(body, name) || undefined;
const fieldsOf =
  (...names: string[]) =>
  (body: unknown) =>
    Object.fromEntries(names.map((name) => [name, text(body, name)]));
const nothing = (): Record<string, string> => ({});

const connectionActions: SettingsAction[] = [
  {
    path: 'connection',
    section: 'connection',
    typed: typedConnection,
    async act({ connections }, { actor, project, request }) {
      const { body } = checkFields(z.object({ body: ConnectionRequest }), { body: connectionOf(request.body) });
      if (body.credential !== undefined) {
        const checks = await connections.check(project, body);
        if (!checks.ok) return { checks, typed: typedConnection(request.body), faults: { '': notStored } };
      }
      const { webhookSecret } = await connections.set(actor, project, body);
      if (webhookSecret === null) return undefined;
      return { secret: { words: 'The secret of the webhooks', text: webhookSecret } };
    },
  },
  {
    path: 'connection/check',
    section: 'connection',
    typed: nothing,
    act: async ({ connections }, { project }) => ({ checks: await connections.check(project, {}) }),
  },
  {
    path: 'connection/secret',
    section: 'connection',
    typed: nothing,
    async act({ connections }, { actor, project }) {
      const { webhookSecret } = await connections.renewWebhookSecret(actor, project);
      return { secret: { words: 'The new secret of the webhooks', text: webhookSecret ?? '' } };
    },
  },
  {
    path: 'connection/disconnect',
    section: 'connection',
    typed: nothing,
    async act({ connections }, { actor, project }) {
      await connections.delete(actor, project);
      return undefined;
    },
  },
];

const notStored = 'Nothing was stored, because something that is needed does not work. Type the credential again.';

const besideActions: SettingsAction[] = [
  {
    path: 'context',
    section: 'context',
    typed: fieldsOf('name', 'repository', 'ref'),
    async act({ projects }, { viewer, actor, project, request }) {
      const { name, repository, ref } = fieldsOf('name', 'repository', 'ref')(request.body);
      const sent = { name, repository, ref: ref || null };
      const { body } = checkFields(z.object({ body: ContextRepository }), { body: sent });
      const { exposure } = await projects.addContext(actor, project, body, mayUsePaths(viewer));
      return `done=context&exposure=${exposure}#context`;
    },
  },
  {
    path: 'context/:name/remove',
    section: 'context',
    typed: nothing,
    async act({ projects }, { actor, project, request }) {
      await projects.removeContext(actor, project, parameter(request, 'name'));
      return undefined;
    },
  },
  {
    path: 'models',
    section: 'models',
    typed: fieldsOf('provider', 'baseUrl'),
    async act({ projects }, { actor, project, request }) {
      const sent = { key: given(request.body, 'key'), baseUrl: given(request.body, 'baseUrl') };
      const parts = z.object({ body: ModelKeyRequest.extend({ provider: ModelProvider }) });
      const { body } = checkFields(parts, { body: { ...sent, provider: text(request.body, 'provider') } });
      await projects.setModelKey(actor, project, body);
      return undefined;
    },
  },
  {
    path: 'models/:provider/remove',
    section: 'models',
    typed: nothing,
    async act({ projects }, { actor, project, request }) {
      const provider = ModelProvider.safeParse(parameter(request, 'provider'));
      if (!provider.success) throw jobNotFound();
      await projects.deleteModelKey(actor, project, provider.data);
      return undefined;
    },
  },
];

const webhookActions: SettingsAction[] = [
  {
    path: 'webhooks',
    section: 'webhooks',
    typed: (body) => ({
      url: text(body, 'url'),
      ...Object.fromEntries(webhookEvents.map((event) => [event, isChosen(body, event) ? 'yes' : 'no'])),
    }),
    async act({ db, webhooks }, { actor, project, request }) {
      const events = webhookEvents.filter((event) => isChosen(request.body, event));
      const sent = { url: text(request.body, 'url'), events };
      const { body } = checkFields(z.object({ body: WebhookRequest }), { body: sent });
      const { secret } = await createWebhook(db, webhooks, actor, { projectId: project.id, ...body });
      return { secret: { words: 'The secret of the webhook', text: secret } };
    },
  },
  {
    path: 'webhooks/:webhookId/test',
    section: 'webhooks',
    typed: nothing,
    async act({ db, now }, { actor, project, request }) {
      const id = parameter(request, 'webhookId');
      if ((await testWebhook(db, actor, { projectId: project.id, id }, now())) === undefined) throw jobNotFound();
      return `webhook=${encodeURIComponent(id)}&done=webhooks#webhooks`;
    },
  },
  {
    path: 'webhooks/:webhookId/enable',
    section: 'webhooks',
    typed: nothing,
    async act({ db }, { actor, project, request }) {
      const id = parameter(request, 'webhookId');
      if ((await enableWebhook(db, actor, { projectId: project.id, id })) === undefined) throw jobNotFound();
      return undefined;
    },
  },
  {
    path: 'webhooks/:webhookId/delete',
    section: 'webhooks',
    typed: nothing,
    async act({ db }, { actor, project, request }) {
      await deleteWebhook(db, actor, { projectId: project.id, id: parameter(request, 'webhookId') });
      return undefined;
    },
  },
  {
    path: 'webhooks/:webhookId/deliveries/:deliveryId/redeliver',
    section: 'webhooks',
    typed: nothing,
    async act(services, { actor, project, request }) {
      const { id } = await visibleWebhook(services, project.id, parameter(request, 'webhookId'));
      const deliveryId = parameter(request, 'deliveryId');
      await visibleDelivery(services, id, deliveryId);
      await redeliver(services.db, actor, { projectId: project.id, id }, deliveryId);
      return `webhook=${encodeURIComponent(id)}&done=webhooks#webhooks`;
    },
  },
];

function isChosen(body: unknown, event: string): boolean {
  return field(body, `event ${event}`) !== undefined;
}

/** All actions of the settings' forms, except changing settings and deleting the project. */
export const settingsActions: SettingsAction[] = [
  ...connectionActions,
  ...besideActions,
  ...webhookActions,
  ...triggerActions,
];
