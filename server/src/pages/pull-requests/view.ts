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
  /** The prompts that the agent was given, oldest first. */
  prompts: { prompt: string; acceptedAt: Date }[];
  /** The change, or why it cannot be read. */
  change: Change | CopydeskError;
  /** The rendered files; undefined when there are none. */
  files: HtmlValue;
  /** The index of the first of them. */
  from: number;
  /** How many files of the change the viewer has viewed in their present state. */
  viewed: number;
  layout: FileLayout;
  /** Set when only this file is shown; absent when all are. */
  onlyFile: string | undefined;
  /** The address to clone the repository from. */
  cloneUrl: string;
  /** Whether the project requires that somebody else merges, since the viewer asked for the change. */
  anotherMerges: boolean;
  /** The token of the page's forms; absent for viewers who may only read. */
  formToken: string | undefined;
  /** Why the last action was refused. */
  refusal: CopydeskError | undefined;
  /** Returns the address of a job's page. */
  jobHref: (jobId: string) => string;
  /** Returns the address of this page, with a path appended or a query. */
  href: (suffix?: string, query?: Record<string, string | undefined>) => string;
}
