import type { Client } from '@copydesk/client';
import type { FeedbackCommands } from '../operator/automation/feedback.ts';
import { readAs } from './read-as.ts';

/** Imported on use, so that other commands do not load them. */
const shapes = async () => await import('@copydesk/contract');

const all = '/v1/analytics/{projectId}/feedback';
const one = '/v1/analytics/{projectId}/feedback/{feedbackId}';

/** The reader feedback commands over HTTP. */
export function feedbackCommands(desk: Client): FeedbackCommands {
  return {
    list: async (projectId, query) =>
      readAs((await shapes()).FeedbackList, await desk.get(all, { path: { projectId }, query })),
    read: async (projectId, feedbackId) =>
      readAs((await shapes()).Feedback, await desk.get(one, { path: { projectId, feedbackId } })),
    change: async (projectId, feedbackId, status) =>
      readAs((await shapes()).Feedback, await desk.patch(one, { path: { projectId, feedbackId }, body: { status } })),
    fix: async (projectId, body) => await desk.post(`${all}-fix`, { path: { projectId }, body }),
  };
}
