import { PromptRequest, endpoints } from '@copydesk/contract';
import type { Endpoint } from '@copydesk/contract';

/** Every endpoint by its name, for `test.each`. */
export const everyEndpoint: [string, Endpoint][] = Object.entries<Endpoint>(endpoints);

/** A job's id that has the right form and belongs to nothing. */
export const absentJobId = 'job_00000000000000000000000000';

/** A project's id that has the right form and belongs to nothing. */
export const absentProjectId = 'prj_0000000000000000000000';

/** Every endpoint that reads page views, by its name. */
export const everyTable = everyEndpoint.filter(([, { tables }]) => tables);

/** A body that the endpoint takes, or none. */
export function goodBody({ body }: Endpoint): object | undefined {
  if (body === PromptRequest) return { prompt: 'Fix broken links' };
  return body && [{ path: '/start', userAgent: 'Mozilla/5.0 (compatible; ClaudeBot/1.0)' }];
}
