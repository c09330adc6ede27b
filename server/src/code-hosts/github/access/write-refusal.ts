import { CopydeskError } from '@copydesk/contract';
import type { GithubClient } from '../client.ts';
import type { Answer } from '../requests/transport.ts';

/**
 * Explains why something could not be written: a credential that may only read gets 404, as if the repository did not
 * exist.
 */
export async function writeRefusal(client: GithubClient, answer: Answer, route: string): Promise<CopydeskError> {
  const error = await client.refusal(answer, route);
  if (error.code !== 'repository_not_found') return error;
  const { status } = await client.try('GET /repos/{owner}/{repo}');
  if (status !== 200) return error;
  const detail = `The credential may read ${client.access.repository}, but not write to it. Its account needs the role Write there; a fine-grained token and an App need "Contents: read and write" and "Pull requests: read and write".`;
  return new CopydeskError('code_host_forbidden', detail);
}
