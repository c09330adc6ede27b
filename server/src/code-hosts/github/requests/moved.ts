import { CopydeskError } from '@copydesk/contract';
import { z } from 'zod';
import type { HostAccess } from '../../access.ts';
import type { Answer } from './transport.ts';

/**
 * Explains a reply that is neither a refusal nor the expected one. A redirect means that the repository was renamed or
 * transferred. Its new name is requested at the address that GitHub gives, which names the repository by its number,
 * and only at the same API.
 * https://docs.github.com/rest/using-the-rest-api/best-practices-for-using-the-rest-api#follow-redirects
 */
export async function moved(
  access: HostAccess,
  answer: Answer,
  ask: (path: string) => Promise<Answer>,
): Promise<CopydeskError> {
  if (answer.status < 300) {
    const detail = `${access.apiUrl} gives an answer that GitHub does not give (${answer.status}): perhaps there is a proxy in between.`;
    return new CopydeskError('code_host_unreachable', detail);
  }
  const path = repositoryPath(access.apiUrl, answer);
  if (path === undefined) {
    const detail = `${access.apiUrl} answers with a redirect (${answer.status}). Check the base address of the API; of GitHub Enterprise it ends in /api/v3.`;
    return new CopydeskError('code_host_unreachable', detail, { retryable: false });
  }
  const name = Repository.safeParse((await ask(path).catch(() => undefined))?.data).data?.full_name;
  const now = name === undefined ? 'has moved to another name' : `is ${name} now`;
  const detail = `The repository ${access.repository} ${now}. Run \`copydesk project connect\` with its new address.`;
  return new CopydeskError('repository_moved', detail);
}

const Repository = z.object({ full_name: z.string().regex(/^[\w.-]+\/[\w.-]+$/u) });

function repositoryPath(apiUrl: string, { headers, data }: Answer): string | undefined {
  const location = headers.location ?? z.object({ url: z.string() }).safeParse(data).data?.url;
  if (location === undefined || !location.startsWith(`${apiUrl}/`)) return undefined;
  const number = /^\/repositories\/(\d+)(?:$|[/?])/u.exec(location.slice(apiUrl.length))?.[1];
  return number === undefined ? undefined : `/repositories/${number}`;
}
