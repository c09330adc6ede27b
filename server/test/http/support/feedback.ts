import { randomUUID } from 'node:crypto';
import { FeedbackRequest } from '@copydesk/contract';
import { storeFeedback } from '../../../src/feedback/store.ts';
import { ulid } from '../../../src/jobs/job-id.ts';
import type { Database } from '../../../src/postgres/database.ts';

/** Stores a reader's feedback; by default a comment on the page `/start`. Returns its id. */
export async function sayOne(
  db: Database,
  projectId: string,
  { path = '/start', now = new Date(), ...said }: { path?: string; now?: Date } & Partial<FeedbackRequest> = {},
): Promise<string> {
  const id = `fbk_${ulid(now)}`;
  const request = FeedbackRequest.parse({
    id: randomUUID(),
    path,
    helpful: false,
    comment: 'Step 2 fails.',
    ...said,
  });
  await storeFeedback(db, { projectId, id, path, request, sentBy: 'browser', now });
  return id;
}
