import { z } from 'zod';
import { commandLine } from './server-process.ts';
import type { ServerProcess } from './server-process.ts';

/** A project of a server, and a key with all permissions. */
interface ViewsSite {
  url: string;
  projectId: string;
  token: string;
}

/** `copydesk serve` on a data directory, for tests of page views. */
export interface ServedViews extends AsyncDisposable {
  site: ViewsSite;
  server: () => ServerProcess;
  addProject: (name: string) => Promise<{ site: ViewsSite }>;
  /** Ends the server as a person does, or by force, and starts another on the same data. */
  restart: (signal?: NodeJS.Signals) => Promise<void>;
}

export async function serveViews(dataDirectory: string): Promise<ServedViews> {
  // Its tests kill the database too.
  const copydesk = await commandLine(
    {
      COPYDESK_DATA_DIR: dataDirectory,
      COPYDESK_QUOTA_ANALYTICS: '1000000',
      COPYDESK_LOG_LEVEL: 'warn',
    },
    { isEmbedded: true },
  );
  let server = await copydesk.serve();
  const { key: token } = z
    .object({ key: z.string() })
    .parse(await copydesk.json('key', 'create', '--name', 'test', '--scopes', 'admin'));
  const addProject = async (name: string): Promise<{ site: ViewsSite }> => {
    const { id } = z.object({ id: z.string() }).parse(await copydesk.json('project', 'create', '--name', name));
    return { site: { url: server.url, projectId: id, token } };
  };
  return {
    ...(await addProject('First')),
    addProject,
    server: () => server,
    async restart(signal = 'SIGTERM') {
      await server.end(signal);
      server = await copydesk.serve();
    },
    async [Symbol.asyncDispose]() {
      if (server.child.exitCode === null && server.child.signalCode === null) await server.end('SIGTERM');
    },
  };
}
