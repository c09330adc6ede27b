import { AutomationRequest } from '@copydesk/contract';
import { expect } from 'vitest';
import type { AuditAction } from '../../../../src/audit/actions.ts';
import { createAutomation } from '../../../../src/automations/automation.ts';
import { somebody } from './form.ts';
import type { Entry, Form } from './form.ts';

const route = '/projects/:projectId/automations';

const typed = {
  kind: 'schedule',
  name: 'Weekly',
  prompt: 'Fix broken links',
  'setting cron': '0 6 * * 1',
  'setting timeZone': 'UTC',
  jobsPerDay: '2',
};

/** Automations: created, changed, run and deleted. */
export const automationForms: Form[] = [
  {
    route,
    async fill({ site }) {
      const id: unknown = expect.stringMatching(/^aut_/);
      const subject = { kind: 'automation', id, name: typed.name };
      const entry: Entry = { action: 'automation.create', projectId: site.docs.id, subject };
      const path = route.replace(':projectId', site.docs.id);
      return { path, fields: typed, by: await somebody(site), entries: [entry] };
    },
  },
  ofOne('edit', 'automation.change', typed),
  ofOne('enable', 'automation.change'),
  ofOne('disable', 'automation.change'),
  ofOne('run', 'automation.run'),
  ofOne('delete', 'automation.delete'),
];

function ofOne(act: string, action: AuditAction, fields: Record<string, string> = {}): Form {
  return {
    route: `${route}/:automationId/${act}`,
    async fill({ site }) {
      const { id: projectId } = site.docs;
      const draft = AutomationRequest.parse({ name: 'Weekly', trigger: { kind: 'schedule' }, prompt: 'Fix links' });
      const { id } = await createAutomation(site.api.db, { ...draft, projectId }, new Date());
      const entries: Entry[] = [{ action, projectId, subject: { kind: 'automation', id, name: 'Weekly' } }];
      return { path: `/projects/${projectId}/automations/${id}/${act}`, fields, by: await somebody(site), entries };
    },
  };
}
