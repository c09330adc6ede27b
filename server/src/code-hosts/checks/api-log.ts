import type { HostAccess } from '../access.ts';
import { answerOf, refuseWhatMayPass } from '../requests/host-http.ts';
import { downloadTail } from './log-download.ts';
import { shownLog } from './shown-log.ts';
import { tailOf } from './tail.ts';

/**
 * Reads the end of a job's log from the API of a host, as text. It is streamed: of 50 MB only the last bytes are kept.
 *
 * @param path below the base address of the API, already encoded.
 * @param headers that authenticate.
 * @returns undefined when there is none, or the credential may not read it.
 * @throws CopydeskError `code_host_limited`, `code_host_unreachable`.
 */
export async function logFromApi(
  access: HostAccess,
  headers: Record<string, string>,
  { path, bytes }: { path: string; bytes: number },
): Promise<string | undefined> {
  const place = new URL(access.apiUrl).host;
  const answer = await answerOf(place, async () => {
    const response = await fetch(`${access.apiUrl}${path}`, {
      headers: { accept: 'text/plain, */*', ...headers },
      redirect: 'manual',
      signal: AbortSignal.timeout(access.timeoutMilliseconds),
    });
    const tail = response.status === 200 && response.body !== null ? await tailOf(response.body, bytes) : undefined;
    if (tail === undefined) await response.body?.cancel();
    return { status: response.status, headers: response.headers, tail };
  });
  refuseWhatMayPass(answer, place, access.now());
  const location = answer.headers.get('location');
  const isElsewhere = answer.status >= 300 && answer.status < 400 && location !== null;
  return shownLog(isElsewhere ? await downloadTail(location, access, bytes) : answer.tail, access);
}
