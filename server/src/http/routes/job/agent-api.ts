import type { FastifyInstance } from 'fastify';
import { addArchiveJob } from './archive-job.ts';
import { addBackportJob } from './backport-job.ts';
import { addCreateJob } from './create-job.ts';
import { addGetJobDiff } from './get-job-diff.ts';
import { addGetJobPages } from './get-job-pages.ts';
import { addGetReadability } from '../project/get-readability.ts';
import { addGetJobEffect } from './get-job-effect.ts';
import { addGetJobEvents } from './get-job-events.ts';
import { addGetJobImpact } from './get-job-impact.ts';
import { addGetJobUsage } from './get-job-usage.ts';
import { addGetJob } from './get-job.ts';
import { addGetQuestionProposals } from '../project/get-question-proposals.ts';
import { addGetQuestions } from '../project/get-questions.ts';
import { addListJobs } from './list-jobs.ts';
import { addListPageJobs } from './list-page-jobs.ts';
import { addMessageJob } from './message-job.ts';
import { addOlderAgentApi } from './older-agent-api.ts';
import { addUndoJob } from './undo-job.ts';
import type { RouteServices } from '../route-services.ts';

/** Adds the endpoints of agent jobs. */
export function addAgentApi(app: FastifyInstance, services: RouteServices): void {
  addCreateJob(app, services);
  addMessageJob(app, services);
  addGetJob(app, services);
  addListJobs(app, services);
  addArchiveJob(app, services);
  addUndoJob(app, services);
  addBackportJob(app, services);
  addGetJobEvents(app, services);
  addGetJobDiff(app, services);
  addGetJobPages(app, services);
  addGetJobUsage(app, services);
  addGetJobImpact(app, services);
  addGetJobEffect(app, services);
  addListPageJobs(app, services);
  addGetQuestions(app, services);
  addGetQuestionProposals(app, services);
  addGetReadability(app, services);
  addOlderAgentApi(app, services);
}
