import type { JobPages, JobPagesQuery, Readability, ReadabilityQuery } from '@copydesk/contract';

/** What operators read about the docs as AI readers get them. */
export interface AiReaderServices {
  /**
   * Fetches the branch and reads the docs at its head as AI readers get them.
   * @throws CopydeskError `not_found`, `repository_*`, `ref_not_found`
   */
  readReadability(id: string, query: ReadabilityQuery): Promise<Readability>;
  /** Reads the pages that a job changes, before and after. @throws CopydeskError `not_found`, `repository_*` */
  readJobPages(projectId: string, jobId: string, query: JobPagesQuery): Promise<JobPages>;
}
