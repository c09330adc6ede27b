import path from 'node:path';
import { git } from '../../support/generate-site.ts';
import { eachLane } from '../measure/in-turns.ts';
import type { Lane } from './lane.ts';
import { createKey, serve } from './serve.ts';
import type { Serving } from './serve.ts';

/** A lane whose server runs, with a key for its API. */
export interface Desk extends Lane {
  server: Serving;
  url: string;
  token: string;
}

/** A project, as the API is asked for it. */
export interface ProjectPlace {
  url: string;
  token: string;
  projectId: string;
}

/** Starts the servers of all lanes, which end with the stack. */
export async function openDesks(
  { lanes, model, progress }: { lanes: readonly Lane[]; model: { url: string }; progress: (text: string) => void },
  stack: AsyncDisposableStack,
): Promise<Desk[]> {
  progress('starting servers');
  return await eachLane(lanes, async (lane) => {
    const server = stack.use(await serve(lane, model.url));
    return { ...lane, server, url: server.url, token: await createKey(server) };
  });
}

/** Copies a repository for a lane, since jobs push their branches into it. Its objects are shared by links. */
export async function copyFor(lane: Lane, repository: string): Promise<string> {
  const copy = path.join(lane.folder, path.basename(path.dirname(repository)), path.basename(repository));
  await git(lane.folder, 'clone', '--quiet', '--bare', repository, copy);
  return copy;
}
