import type { HttpServices } from '../../http/services.ts';
import { hasScope } from '../../http/session/caller.ts';
import type { Viewer } from '../../http/session/viewer.ts';
import { listCarrying } from '../../jobs/request/carried.ts';
import { listEvents } from '../../jobs/events.ts';
import { readFacts } from '../../jobs/read/facts.ts';
import { hasOpenPullRequest } from '../../jobs/present.ts';
import type { StoredJob } from '../../jobs/present.ts';
import { countEvents } from '../../jobs/read/read.ts';
import { readShared } from '../../jobs/deliver/shared-files.ts';
import { readUsage } from '../../jobs/usage/usage.ts';
import { readWaiting } from '../../jobs/claim/waiting.ts';
import type { Project } from '../../projects/project.ts';
import type { Site } from '../view/site.ts';
import { modelHref } from './places.ts';
import { newlyTyped } from './new/prompt-field.ts';
import type { Typed } from './new/prompt-field.ts';
import type { JobView } from './view.ts';

/** What the page of a job is gathered for. */
export interface Gathered {
  viewer: Pick<Viewer, 'scopes' | 'formToken'>;
  project: Project;
  job: StoredJob;
  listAddress: string;
  site: Site;
  /**
   * The transcript is shown after the entry with this sequence number. When absent, the newest entries that fit are
   * shown.
   */
  from?: number;
  /** How many entries are shown at most. */
  limit?: number;
  typed?: Typed;
  refusal?: string;
}

/** How many entries of a transcript a page shows: they take most of its time in the browser, and half on the server. */
export const longestTranscript = 200;

/** Collects what the page of a job shows. The number of statements does not depend on the length of the transcript. */
export async function gatherJob(services: HttpServices, asked: Gathered): Promise<JobView> {
  const { viewer, project, job, listAddress, site, limit = longestTranscript, typed = newlyTyped(), refusal } = asked;
  const { db, jobLimits } = services;
  const last = await countEvents(db, job.id);
  const from = Math.min(asked.from ?? Math.max(0, last - limit), last);
  const [{ events, hasMore }, facts, carrying, shared, usage, waiting] = await Promise.all([
    listEvents(db, job.id, { after: from, limit }),
    readFacts(db, job.id),
    listCarrying(db, job.id),
    hasOpenPullRequest(job) ? readShared(db, project.id, [job.id]) : undefined,
    readUsage(db, job.id, jobLimits),
    job.status === 'active' ? readWaiting(db, [job.id], jobLimits.concurrency) : undefined,
  ]);
  return {
    job,
    address: `${listAddress}/${job.id}`,
    listAddress,
    model: job.model,
    prices: jobLimits.prices,
    now: services.now(),
    events,
    from,
    last: events.at(-1)?.sequence ?? from,
    hasMore,
    facts,
    carrying,
    shared: shared?.get(job.id) ?? [],
    waiting: waiting?.get(job.id) ?? null,
    usage,
    typed,
    formToken: hasScope(viewer, 'agent:write') ? (viewer.formToken ?? '') : undefined,
    refusal,
    modelHref: modelHref(site, project),
    href: (path) => site.href(path),
    problemHref: (code) => site.href(`/problems/${code}`),
  };
}
