import { z } from 'zod';
import { bodyErrors } from '../endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import type { ErrorCode } from '../errors.ts';
import { IdempotentHeaders } from '../headers.ts';
import { Job } from './job.ts';
import { projectPlace } from '../project/project-settings.ts';

/** The most branches that one request backports a change to. */
export const mostBackportRefs = 20;

/** The branches that a job's change is to be made on as well. */
export const BackportRequest = z
  .object({
    refs: z
      .array(projectPlace.ref)
      .min(1)
      .max(mostBackportRefs)
      .refine((refs) => new Set(refs).size === refs.length, 'must name each branch once')
      .describe('The branches that get the change; each gets a job and a pull request of its own'),
  })
  .meta({ id: 'BackportRequest' });

export type BackportRequest = z.infer<typeof BackportRequest>;

/** The jobs of a backport, in the order of its branches. */
export const Backport = z.object({ jobs: z.array(Job) }).meta({ id: 'Backport' });

export type Backport = z.infer<typeof Backport>;

const acceptErrors: ErrorCode[] = ['idempotency_key_in_flight', 'idempotency_key_reused', 'quota_exceeded'];

/** Jobs that carry what another job changed: they undo it, or make it on other branches. */
export const carriedJobEndpoints = {
  undoJob: {
    method: 'POST',
    path: '/v2/agent/{projectId}/job/{id}/undo',
    summary: 'Undo what an agent job changed',
    description:
      'Starts a job that opens a pull request which reverts the last pull request of this job, however that was ' +
      'merged. It needs no model. Later edits on the same pages are kept; if they changed the same lines, the new job ' +
      'fails with `merge_conflict` and names the files. Its `madeFrom` names this job.',
    scope: 'agent:write',
    headers: IdempotentHeaders,
    replies: { 201: Job },
    errors: [
      'unsupported_media_type',
      ...acceptErrors,
      'nothing_to_carry',
      'pull_request_not_merged',
      'already_undone',
    ],
  },
  backportJob: {
    method: 'POST',
    path: '/v2/agent/{projectId}/job/{id}/backport',
    summary: 'Backport what an agent job changed to other branches',
    description:
      'Starts a job for each branch, all of them or none. Each job makes the change of the last pull request of this job there and ' +
      'opens a pull request. That last pull request may still be open. It needs no model. A job whose branch does not exist fails with `ref_not_found`, ' +
      'one whose branch has other text in the same lines fails with `merge_conflict`; the others continue.',
    scope: 'agent:write',
    body: BackportRequest,
    headers: IdempotentHeaders,
    replies: { 201: Backport },
    errors: [...bodyErrors, ...acceptErrors, 'nothing_to_carry', 'already_backported'],
  },
} as const satisfies Record<string, Endpoint>;
