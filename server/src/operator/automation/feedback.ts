import type {
  Feedback,
  FeedbackFixRequest,
  FeedbackList,
  FeedbackListQuery,
  FeedbackStatus,
  Job,
} from '@copydesk/contract';
import type { z } from 'zod';

/**
 * What operators do with reader feedback. Each method throws `not_found` when the feedback or project does not exist.
 */
export interface FeedbackCommands {
  /** Newest first. */
  list(
    projectId: string,
    query: Pick<FeedbackListQuery, 'limit'> & Partial<Pick<FeedbackListQuery, 'status' | 'source' | 'path'>>,
  ): Promise<FeedbackList>;
  read(projectId: string, id: string): Promise<Feedback>;
  change(projectId: string, id: string, status: FeedbackStatus): Promise<Feedback>;
  /** @throws CopydeskError `nothing_to_fix`, `invalid_request` */
  fix(projectId: string, request: z.input<typeof FeedbackFixRequest>): Promise<Job>;
}
