import type { CopydeskError } from '@copydesk/contract';
import type { StoredJob } from '../../jobs/present.ts';
import type { Change } from '../../pull-requests/change.ts';
import type { PullRequest } from '../../pull-requests/pull-request.ts';
import type { HtmlValue } from '../view/html.ts';
import type { FileLayout } from './file-body.ts';

/** All that the page of a pull request shows. */
export interface PullRequestView {
  project: { id: string; name: string };
  pullRequest: PullRequest;
  job: StoredJob | undefined;
  /** What the agent was told, oldest first. */
  prompts: { prompt: string; acceptedAt: Date }[];
  /** The change, or why it cannot be read. */
  change: Change | CopydeskError;
  /** The files that are shown; undefined when there are none. */
  files: HtmlValue;
  /** The place of the first of them. */
  from: number;
  /** How many files of the change whoever looks has viewed, as they are now. */
  viewed: number;
  layout: FileLayout;
  /** The path of the one file that is shown; all files when absent. */
  onlyFile: string | undefined;
  /** Where the repository is cloned from. */
  cloneUrl: string;
  /** Whether this project has another merge it than who looks, who asked for it. */
  anotherMerges: boolean;
  /** The token of the page's forms; absent for those who may only read. */
  formToken: string | undefined;
  /** Why what was just asked for was not done. */
  refusal: CopydeskError | undefined;
  /** The address of a job's page. */
  jobHref: (jobId: string) => string;
  /** The address of this page: with a path behind it, or a query. */
  href: (suffix?: string, query?: Record<string, string | undefined>) => string;
}
