import { z } from 'zod';
import type { ViewsServer } from '../views/server.ts';

/** Creates a job. @returns the path to request it at. */
export async function newJob({ url, token }: ViewsServer, projectId: string): Promise<string> {
  const address = `/v2/agent/${projectId}/job`;
  const response = await fetch(url + address, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: 'Fix broken links' }),
  });
  const { id } = z.object({ id: z.string() }).parse(await response.json());
  return `${address}/${id}`;
}
