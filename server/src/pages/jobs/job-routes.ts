import { BackportRequest, isCopydeskError } from '@copydesk/contract';
import type { CopydeskError, FileDiff, JobDiff } from '@copydesk/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readEffect } from '../../analytics/effect/effect.ts';
import { readImpact } from '../../analytics/read/page/impact.ts';
import { archiveJobFor } from '../../desk/job/archive-job.ts';
import { backportJob, undoJob } from '../../desk/job/carry-job.ts';
import { sendMessage } from '../../desk/job/message-job.ts';
import { acceptsHtml } from '../../http/replies/accept-html.ts';
import { checkFields } from '../../http/checks/fields.ts';
import { withQuota } from '../../http/replies/quota-headers.ts';
import type { HttpServices } from '../../http/services.ts';
import { actorOf } from '../../http/session/caller.ts';
import { field } from '../../http/session/form.ts';
import { readMergedAt } from '../../jobs/hosts/merged-at.ts';
import { jobNotFound } from '../../jobs/not-found.ts';
import { withPage } from '../../jobs/present.ts';
import { listPrompts } from '../../jobs/request/prompts.ts';
import { readStep } from '../../jobs/read/steps.ts';
import { readTouchedFiles } from '../../jobs/deliver/touched-files.ts';
import type { Project } from '../../projects/project.ts';
import type { PageNeeds } from '../needs.ts';
import { textAt } from '../pull-requests/file-text.ts';
import type { HtmlValue } from '../view/html.ts';
import { sendPage, sendPart } from '../view/page-replies.ts';
import type { Shell } from '../view/shell.ts';
import type { Site } from '../view/site.ts';
import type { Viewer } from '../../http/session/viewer.ts';
import { onceOf, promptFormBytes, typedIn, waitForFirst } from './new/accept-prompt.ts';
import { admitToJob } from './new/admit.ts';
import type { JobParams } from './new/admit.ts';
import { changesMain, changesPart, inJobPage } from './step/changes.ts';
import { isOwnForm, keepText, sendAgain } from './new/form-guard.ts';
import { gatherJob } from './gather.ts';
import type { Gathered } from './gather.ts';
import { effectPart } from './reader/effect.ts';
import { impactPart } from './reader/impact.ts';
import { jobMain } from './page.ts';
import { inLine } from './step/step-bounds.ts';
import { messageMain, stepBody, stepMain } from './step/step-page.ts';
import { plainFirstLine } from './words.ts';

type JobRequest = FastifyRequest<{ Params: JobParams }>;
type Admitted = Awaited<ReturnType<typeof admitToJob>>;

const path = '/projects/:projectId/jobs/:jobId';

const large = { config: { isLarge: true } } as const;

/** Adds the live page of a job: what it waits for, does, has done and has changed, and the box for a follow-up. */
export function addJobPage(
  app: FastifyInstance,
  services: HttpServices & PageNeeds,
  site: Site,
  {
    addressOf,
    frameOf,
  }: { addressOf: (project: Project) => string; frameOf: (viewer: Viewer, project: Project) => Shell },
): void {
  const { db, baseUrl } = services;
  app.get(path, large, async (request: JobRequest, reply) => {
    const admitted = await admitToJob(services, request, 'agent:read');
    const { project, job } = admitted;
    if (!acceptsHtml(request)) return reply.header('vary', 'Accept').send(withPage(baseUrl, project.id, job));
    const step = numberIn(request.query, 'step');
    if (step !== undefined) return await showStep(reply, admitted, step);
    const message = numberIn(request.query, 'message');
    if (message !== undefined) return await showMessage(reply, admitted, message);
    return await show(reply, admitted, { from: numberIn(request.query, 'from') });
  });

  app.get(
    `${path}/steps/:step`,
    large,
    async (request: FastifyRequest<{ Params: JobParams & { step: string } }>, reply) => {
      const { project, job } = await admitToJob(services, request, 'agent:read');
      const number = numberOf(request.params.step);
      const step = number === undefined ? undefined : await readStep(db, job.id, number);
      if (step === undefined) throw jobNotFound();
      const aloneHref = `${addressOf(project)}/${job.id}?step=${step.number}`;
      return isVisited(request) ? reply.redirect(aloneHref, 303) : sendPart(reply, stepBody(step, inLine, aloneHref));
    },
  );

  app.get(`${path}/changes`, large, async (request: JobRequest, reply) => {
    const admitted = await admitToJob(services, request, 'agent:read');
    const view = await readChanges(request, admitted);
    const main = await changesMain(view, `${addressOf(admitted.project)}/${admitted.job.id}`);
    return showPage(reply, admitted, main);
  });

  app.get(`${path}/changes/part`, large, async (request: JobRequest, reply) => {
    const admitted = await admitToJob(services, request, 'agent:read');
    if (isVisited(request)) {
      return reply.redirect(`${addressOf(admitted.project)}/${admitted.job.id}/changes`, 303);
    }
    return sendPart(reply, await changesPart(await readChanges(request, admitted), inJobPage));
  });

  app.get(`${path}/effect/part`, large, async (request: JobRequest, reply) => {
    const { project, job } = await admitToJob(services, request, 'agent:read');
    if (isVisited(request)) return reply.redirect(`${addressOf(project)}/${job.id}`, 303);
    const change = { touched: await readTouchedFiles(db, job.id), mergedAt: await readMergedAt(db, job.id), days: 14 };
    return sendPart(reply, effectPart(await readEffect(db, readSiteOf(project), change), readersHref(project)));
  });

  app.post(`${path}/message`, { bodyLimit: promptFormBytes }, async (request: JobRequest, reply) => {
    const admitted = await keepText(site, request, reply, () => admitToJob(services, request, 'agent:write'));
    if (admitted === undefined) return reply;
    const { viewer, project, job } = admitted;
    const typed = typedIn(request);
    if (!isOwnForm(viewer, request, baseUrl)) {
      return await show(reply.status(403), admitted, { typed: { ...typed, ...sendAgain } });
    }
    if (typed.wrong !== undefined) return await show(reply.status(400), admitted, { typed });
    const ids = { projectId: project.id, jobId: job.id };
    const idempotency = onceOf(typed, { endpoint: 'messageJob', ...ids });
    return await decide(request, reply, admitted, { typed }, async () => {
      await waitForFirst(
        async () =>
          await withQuota(services, 'message', project.id, reply, async (quota) => {
            const message = { ...ids, prompt: typed.prompt, idempotency, quota, now: services.now() };
            return await sendMessage(db, actorOf(viewer), message);
          }),
      );
    });
  });

  app.post(`${path}/archive`, async (request: JobRequest, reply) => {
    const admitted = await admitToJob(services, request, 'agent:write');
    const { viewer, project, job } = admitted;
    viewer.requireOwnForm(request);
    return await decide(request, reply, admitted, {}, async () => {
      await archiveJobFor(db, actorOf(viewer), { projectId: project.id, jobId: job.id });
    });
  });

  app.post(`${path}/undo`, async (request: JobRequest, reply) => {
    const admitted = await admitToJob(services, request, 'agent:write');
    const { viewer, project, job } = admitted;
    viewer.requireOwnForm(request);
    return await decide(request, reply, admitted, {}, async () => {
      const { job: undoing } = await withQuota(services, 'create', project.id, reply, async (quota) =>
        undoJob(db, actorOf(viewer), { ...draftOf(project), quota, jobId: job.id }),
      );
      return undoing.id;
    });
  });

  app.post(`${path}/backport`, async (request: JobRequest, reply) => {
    const admitted = await admitToJob(services, request, 'agent:write');
    const { viewer, project, job } = admitted;
    viewer.requireOwnForm(request);
    return await decide(request, reply, admitted, {}, async () => {
      const refs = refsIn(field(request.body, 'refs') ?? '');
      await withQuota(services, 'create', project.id, reply, async (quota) =>
        backportJob(db, actorOf(viewer), { ...draftOf(project), quota, jobId: job.id }, refs),
      );
    });
  });

  function draftOf(project: Project) {
    return { project, ...services.jobDefaults(project), now: services.now() };
  }

  /**
   * Runs an action, and redirects to the job's page, or to that of the job whose id the action returns. A refusal is
   * shown on the page, with the error's status.
   */
  async function decide(
    request: JobRequest,
    reply: FastifyReply,
    admitted: Admitted,
    shown: Partial<Gathered>,
    act: () => Promise<string | void>,
  ): Promise<FastifyReply> {
    try {
      const next = (await act()) ?? admitted.job.id;
      return await reply.redirect(`${addressOf(admitted.project)}/${next}`, 303);
    } catch (error) {
      if (!isCopydeskError(error) || error.status >= 500 || !acceptsHtml(request)) throw error;
      const now = await admitToJob(services, request, 'agent:read');
      return await show(reply.status(error.status), now, { ...shown, refusal: error.message });
    }
  }

  async function gather({ viewer, project, job }: Admitted, asked: Partial<Gathered>) {
    const listAddress = addressOf(project);
    return await gatherJob(services, { viewer, project, job, listAddress, site, ...asked });
  }

  async function show(reply: FastifyReply, admitted: Admitted, asked: Partial<Gathered>): Promise<FastifyReply> {
    return showPage(reply, admitted, jobMain(await gather(admitted, asked)));
  }

  async function showStep(reply: FastifyReply, admitted: Admitted, number: number): Promise<FastifyReply> {
    const { project, job } = admitted;
    const step = await readStep(db, job.id, number);
    if (step === undefined) throw jobNotFound();
    const { steps } = await gather(admitted, { from: Infinity }).then(({ usage }) => usage);
    return showPage(reply, admitted, stepMain(step, { address: `${addressOf(project)}/${job.id}`, steps }));
  }

  async function showMessage(reply: FastifyReply, admitted: Admitted, position: number): Promise<FastifyReply> {
    const { project, job } = admitted;
    const message = (await listPrompts(db, job.id))[position];
    if (message === undefined) throw jobNotFound();
    const address = `${addressOf(project)}/${job.id}`;
    return showPage(reply, admitted, messageMain(message.prompt, { address, position }));
  }

  function showPage(reply: FastifyReply, { viewer, project, job }: Admitted, main: HtmlValue): FastifyReply {
    const title = plainFirstLine(job.summary, 80) || 'Job';
    return sendPage(reply, site, { title, ...frameOf(viewer, project), main });
  }

  async function readChanges(request: JobRequest, { project, job }: Admitted) {
    const jobAddress = `${addressOf(project)}/${job.id}`;
    const [address, pagesAddress] = [`${jobAddress}/changes`, `${jobAddress}/pages`];
    const diff = await diffOrReason(project, job.id);
    // While a turn is in progress, what it has written is in no commit.
    const commit = isCopydeskError(diff) ? null : diff.headCommit;
    const repository = commit === null ? undefined : await services.repository(project);
    const textOf = async (file: FileDiff) =>
      repository && commit !== null ? await textAt(repository, commit, file) : undefined;
    return {
      address,
      pagesAddress,
      diff,
      impact: await readers(project, job.id),
      onlyFile: field(request.query, 'file'),
      textOf,
    };
  }

  async function readers(project: Project, jobId: string): Promise<HtmlValue> {
    return impactPart(
      await readImpact(db, readSiteOf(project), await readTouchedFiles(db, jobId)),
      readersHref(project),
    );
  }

  function readSiteOf({ number: projectId }: Project) {
    return { projectId, now: services.now(), retentionMonths: services.views.retentionMonths };
  }

  function readersHref(project: Project): (page: string) => string {
    return (page) =>
      site.href(`/projects/${project.id}/readers/page?${new URLSearchParams({ path: page }).toString()}`);
  }

  async function diffOrReason(project: Project, jobId: string): Promise<JobDiff | CopydeskError> {
    try {
      return await services.readDiff(project, jobId);
    } catch (error) {
      if (isCopydeskError(error) && error.code !== 'database_unavailable') return error;
      throw error;
    }
  }
}

/** Reads the branches of a form, one a line. @throws CopydeskError `invalid_request` */
function refsIn(text: string): string[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return checkFields(z.object({ body: BackportRequest }), { body: { refs: lines.filter((line) => line !== '') } }).body
    .refs;
}

/** Whether a browser would show the response as a page. A part of a page must not be shown so. */
function isVisited(request: FastifyRequest): boolean {
  return request.headers['sec-fetch-dest'] === 'document';
}

function numberIn(query: unknown, name: string): number | undefined {
  return numberOf(field(query, name));
}

function numberOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
