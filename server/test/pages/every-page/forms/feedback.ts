import { expect } from 'vitest';
import { sayOne } from '../../../http/support/feedback.ts';
import { somebody } from './form.ts';
import type { Entry, Form } from './form.ts';

const route = '/projects/:projectId/readers/feedback';

/** Readers' feedback: passed to a job, and given a state. */
export const feedbackForms: Form[] = [
  {
    route: `${route}/:feedbackId`,
    async fill({ site }) {
      const { id: projectId } = site.docs;
      const id = await sayOne(site.api.db, projectId);
      const entry: Entry = { action: 'feedback.change', projectId, subject: { kind: 'feedback', id, name: '/start' } };
      const path = `/projects/${projectId}/readers/feedback/${id}`;
      return { path, fields: { status: 'dismissed' }, by: await somebody(site), entries: [entry] };
    },
  },
  {
    route: `${route}/fix`,
    async fill({ site }) {
      const { id: projectId } = site.docs;
      const id = await sayOne(site.api.db, projectId);
      // The built-in model could not follow what is asked for.
      const model = 'anthropic/claude-sonnet-5-5';
      await site.api.db.updateTable('project').set({ model }).where('id', '=', projectId).execute();
      const job = { kind: 'job', id: expect.stringMatching(/^job_/), name: expect.stringContaining('/start') };
      const entry: Entry = { action: 'job.create', projectId, subject: job };
      const path = `/projects/${projectId}/readers/feedback/fix`;
      return { path, fields: { id, once: 'once-of-a-test' }, by: await somebody(site), entries: [entry] };
    },
  },
];
