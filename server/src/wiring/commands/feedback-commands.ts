import { CopydeskError, FeedbackFixRequest, FeedbackListQuery } from '@copydesk/contract';
import { z } from 'zod';
import type { Actor } from '../../audit/actor.ts';
import { changeFeedback, startFix } from '../../desk/job/feedback.ts';
import { listFeedback, presentFeedback, readFeedback } from '../../feedback/read.ts';
import { checkFields } from '../../http/checks/fields.ts';
import { withPage } from '../../jobs/present.ts';
import type { FeedbackCommands } from '../../operator/automation/feedback.ts';
import { readProject } from '../../projects/project.ts';
import type { App } from '../app.ts';
import { jobDefaultsOf } from '../job/job-defaults.ts';
import { followsPrompt } from '../job/job-model.ts';

const ToList = z.object({ query: FeedbackListQuery });
const ToFix = z.object({ body: FeedbackFixRequest });

/** What the operator's commands do with readers' feedback, directly on the database. */
export function feedbackCommands(app: App, actor: () => Promise<Actor>): FeedbackCommands {
  const { db, url } = app;
  return {
    async list(projectId, query) {
      const asked = checkFields(ToList, { query: { ...query, limit: String(query.limit) } });
      const { feedback, ...page } = await listFeedback(db, projectId, asked.query);
      return { feedback: feedback.map((one) => presentFeedback(url, projectId, one)), ...page };
    },
    read: async (projectId, id) =>
      presentFeedback(url, projectId, (await readFeedback(db, projectId, id)) ?? throwNotFound(id)),
    async change(projectId, id, status) {
      const changed = await changeFeedback(db, await actor(), { projectId, id, status, now: new Date() });
      return presentFeedback(url, projectId, changed ?? throwNotFound(id));
    },
    async fix(projectId, request) {
      const { body } = checkFields(ToFix, { body: request });
      const project = (await readProject(db, projectId)) ?? throwNotFound(projectId);
      const draft = { project, ...jobDefaultsOf(app, project), now: new Date() };
      const { job } = await startFix(db, await actor(), draft, body, followsPrompt);
      return withPage(url, projectId, job);
    },
  };
}

function throwNotFound(id: string): never {
  throw new CopydeskError(
    'not_found',
    `There is no feedback ${id}. "copydesk feedback list --project …" shows those of a project.`,
  );
}
