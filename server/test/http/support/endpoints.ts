import { endpoints } from '@copydesk/contract';
import type { Endpoint } from '@copydesk/contract';

/** Every endpoint by its name, for `test.each`. */
export const everyEndpoint: [string, Endpoint][] = Object.entries<Endpoint>(endpoints);

/** A job's id that has the right form and belongs to nothing. */
export const absentJobId = 'job_00000000000000000000000000';

/** A project's id that has the right form and belongs to nothing. */
export const absentProjectId = 'prj_0000000000000000000000';

/** A body that the endpoint takes, or none. */
export function goodBody(endpoint: Endpoint): { prompt: string } | undefined {
  return endpoint.body && { prompt: 'Fix broken links' };
}
