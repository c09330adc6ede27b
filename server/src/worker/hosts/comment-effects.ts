import type { HostedCodeHost } from '../../code-hosts/code-host.ts';
import { readEffect } from '../../analytics/effect/effect.ts';
import { claimEffectsDue, effectDays, endEffectComment } from '../../jobs/hosts/effect-comments.ts';
import type { EffectDue } from '../../jobs/hosts/effect-comments.ts';
import { readTouchedFiles } from '../../jobs/deliver/touched-files.ts';
import { readProject } from '../../projects/project.ts';
import { effectMarkdown } from '../../reports/effect-markdown.ts';
import { maskingFor } from '../masking/masking.ts';
import { searchedHost } from '../masking/searched-host.ts';
import type { WorkerServices } from '../services.ts';

/** More than any installation merges in an hour. */
const mostAtOnce = 200;

/**
 * Posts on merged pull requests what they did to page views, once each, where their project wants it. A pull request whose pages
 * have too few views to compare gets no comment. What fails is tried again in an hour, for a week.
 */
export async function commentEffects(services: WorkerServices): Promise<void> {
  const due = await claimEffectsDue(services.db, services.now(), mostAtOnce);
  for (const one of due) {
    try {
      await commentEffect(services, one);
    } catch (error) {
      const { projectId: project, jobId: job, number } = one;
      services.log.warn({ project, job, number, err: error }, 'the effect of a pull request could not be posted');
    }
  }
}

async function commentEffect(services: WorkerServices, due: EffectDue): Promise<void> {
  const { db, now, viewsRetentionMonths: retentionMonths } = services;
  const { projectId, jobId, number, branch, mergedAt } = due;
  const [hosted, project] = await Promise.all([services.hosted(projectId), readProject(db, projectId)]);
  if (hosted === undefined || project === undefined) return;
  const { host } = searchedHost(hosted, maskingFor(services, project));
  if (await isThere(host, due)) {
    const touched = await readTouchedFiles(db, jobId, branch);
    const site = { projectId: project.number, now: now(), retentionMonths };
    const effect = await readEffect(db, site, { touched, mergedAt, days: effectDays });
    const body = effectMarkdown(effect, services.jobUrl({ projectId, id: jobId }));
    if (body !== undefined) await host.comment({ number, body, mark: `effect-${number}` });
  }
  await endEffectComment(db, due, now());
}

/** A project that has moved to another host has other pull requests under the same numbers there. */
async function isThere(host: HostedCodeHost, { number, branch }: EffectDue): Promise<boolean> {
  const pullRequest = await host.read(number);
  return pullRequest?.state === 'merged' && pullRequest.headRef === branch;
}
