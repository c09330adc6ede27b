import { z } from 'zod';
import { errorCodes } from './errors.ts';

/** The body of every error reply: RFC 9457 `application/problem+json` with Copydesk's additions. */
export const Problem = z
  .object({
    type: z.string().describe('An address that identifies the kind of problem'),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe('What was found, what is needed and what to do'),
    instance: z.string().describe('The path of the request'),
    code: z.enum(errorCodes).describe('The stable name of the problem'),
    requestId: z.string(),
    errors: z.array(
      z.object({
        pointer: z.string().optional().describe('A JSON pointer (RFC 6901) into the body'),
        parameter: z.string().optional(),
        header: z.string().optional(),
        detail: z.string(),
      }),
    ),
    error: z.string().describe('The same as `detail`, for clients that read only this field'),
  })
  .meta({ id: 'Problem' });

export type Problem = z.infer<typeof Problem>;
