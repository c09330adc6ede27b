import { TriggerRequest } from '@copydesk/contract';
import type { AuditAction } from '../../../../src/audit/actions.ts';
import { secretBox } from '../../../../src/secrets/box.ts';
import { createTrigger } from '../../../../src/triggers/trigger.ts';
import { somebody } from './form.ts';
import type { Entry, Form } from './form.ts';

const route = '/projects/:projectId/settings/triggers';
const box = secretBox(async () => Buffer.alloc(32, 7));

/** Triggers: enabled or disabled, given another secret, and deleted. */
export const triggerForms: Form[] = [
  ofOne('secret', 'trigger.rotate'),
  ofOne('enable', 'trigger.enable'),
  ofOne('disable', 'trigger.disable'),
  ofOne('delete', 'trigger.delete'),
];

function ofOne(act: string, action: AuditAction): Form {
  return {
    route: `${route}/:triggerId/${act}`,
    async fill({ site }) {
      const { id: projectId } = site.docs;
      const draft = TriggerRequest.parse({ name: 'Linear', prompt: 'Fix what this asks for' });
      const { trigger } = await createTrigger(site.api.db, box, { ...draft, projectId });
      const subject = { kind: 'trigger' as const, id: trigger.id, name: 'Linear' };
      const entries: Entry[] = [{ action, projectId, subject }];
      return {
        path: `/projects/${projectId}/settings/triggers/${trigger.id}/${act}`,
        by: await somebody(site),
        entries,
      };
    },
  };
}
