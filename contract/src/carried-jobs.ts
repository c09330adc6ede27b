import { z } from 'zod';
import { bodyErrors } from './endpoint.ts';
import type { Endpoint } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';
import { IdempotentHeaders } from './headers.ts';
import { Job } from './job.ts';
import { projectPlace } from './project-settings.ts';

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
      .describe('The branches that the change is carried to, each by a job and a pull request of its own'),
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
      'Starts a job that opens a pull request which takes back what the last pull request of this job brought, however that was ' +
      'merged. It needs no model. What was edited on the same pages since is kept; where the same lines were changed, the new job ' +
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
    summary: 'Carry what an agent job changed to other branches',
    description:
      'Starts a job for each branch, all of them or none, that makes the change of the last pull request of this job there and ' +
      'opens a pull request; it may be open still. It needs no model. A job whose branch is not there fails with `ref_not_found`, ' +
      'one whose branch has the same lines otherwise with `merge_conflict`; the others go on.',
    scope: 'agent:write',
    body: BackportRequest,
    headers: IdempotentHeaders,
    replies: { 201: Backport },
    errors: [...bodyErrors, ...acceptErrors, 'nothing_to_carry', 'already_backported'],
  },
} as const satisfies Record<string, Endpoint>;
