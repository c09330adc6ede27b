import { openClient } from '@copydesk/client';
import type { ServerStatus } from '../operator/status.ts';
import type { Server } from './services.ts';

/** Reads the status of a remote server: with a key of the scope `admin` for all projects. */
export async function remoteStatus({ url, key }: Server, version: string): Promise<ServerStatus> {
  const desk = openClient({ url, key, headers: { 'user-agent': `copydesk/${version}` } });
  const health = Object.assign({ jobs: notReported, backup: notReported }, await desk.get('/v1/health'));
  return { url, server: 'up', database: null, health, fault: null };
}

/** For a server of an older version. */
const notReported = { found: null, fault: 'The server does not report it: it has an older version.' };
