import { createHash } from 'node:crypto';
import { IdempotentHeaders, JobRequest, PromptRequest } from '@copydesk/contract';
import type { EndpointName } from '@copydesk/contract';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Idempotency } from '../../jobs/request/idempotency.ts';
import type { HttpLimits } from '../services.ts';
import { readBody } from './body.ts';
import { checkFields } from './fields.ts';
import { parseJson } from './json.ts';
import { requireJson } from './media-type.ts';

const PromptParts = z.object({ body: PromptRequest, headers: IdempotentHeaders });
const JobParts = z.object({ body: JobRequest, headers: IdempotentHeaders });

/**
 * Reads the body of a POST with a prompt, in the order of checks: media type 415, size 413, JSON 400, fields 400. It
 * runs after {@link admit}: no body is read from a caller that may not send one.
 */
export async function readPrompt(
  request: FastifyRequest,
  limits: HttpLimits,
): Promise<{ prompt: string; idempotencyKey: string | undefined }> {
  const parts = checkFields(PromptParts, await readParts(request, limits));
  return { prompt: parts.body.prompt, idempotencyKey: parts.headers['idempotency-key'] };
}

/** Does the same for a request that creates a job. */
export async function readJobRequest(
  request: FastifyRequest,
  limits: HttpLimits,
): Promise<JobRequest & { idempotencyKey: string | undefined }> {
  const { body, headers } = checkFields(JobParts, await readParts(request, limits));
  return { ...body, idempotencyKey: headers['idempotency-key'] };
}

async function readParts(request: FastifyRequest, limits: HttpLimits): Promise<object> {
  requireJson(request.headers);
  return { body: parseJson(await readBody(request.raw, limits)), headers: request.headers };
}

/** Returns the key with the SHA-256 of the request: a key that is sent again must come with the same request. */
export function idempotencyOf(
  key: string | undefined,
  asked: { endpoint: EndpointName; projectId: string; jobId?: string; prompt: string; ref?: string },
): Idempotency | undefined {
  if (key === undefined) return undefined;
  const { endpoint, projectId, jobId = null, prompt, ref } = asked;
  const canonical = JSON.stringify([endpoint, projectId, jobId, prompt, ...(ref === undefined ? [] : [ref])]);
  return { key, requestHash: createHash('sha256').update(canonical).digest() };
}
