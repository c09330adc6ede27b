import { createHash, randomBytes } from 'node:crypto';
import { chown, lstat, mkdir, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { ignoreThere } from './file-errors.ts';
import type { Machine } from './machine.ts';
import type { Place } from './place.ts';

/** Where a server listens: a Unix socket in the folder `host`, or loopback TCP when a socket is impossible. */
export interface ListenAddress {
  host: string;
  port: number;
}

/** The port in a socket's file name. A folder has only one server. */
const socketPort = 5432;

/** `sun_path` has 104 bytes including its NUL on macOS, and 108 on Linux. */
const longestSocketPath = 103;

/**
 * Chooses where a server listens: on a socket beside the cluster; when that path is too long, or the file system has no
 * sockets, on one in a private folder of the system's temporary folder; else on a free port of 127.0.0.1.
 */
export async function chooseAddress(place: Place, machine: Machine): Promise<ListenAddress> {
  for (const folder of [path.join(place.folder, 'socket'), await temporaryFolder(place, machine)]) {
    if (Buffer.byteLength(socketFile(folder)) > longestSocketPath) continue;
    if ((await makePrivate(folder, place, machine)) && (await canListen(probeFile(folder)))) {
      return { host: folder, port: socketPort };
    }
  }
  return { host: '127.0.0.1', port: await freePort() };
}

/**
 * The name comes from the cluster itself (its inode), so that a new one at the same path never finds an old one's
 * socket.
 */
async function temporaryFolder(place: Place, machine: Machine): Promise<string> {
  const { ino } = await stat(place.data);
  const name = createHash('sha256').update(`${ino} ${place.data}`).digest('hex').slice(0, 16);
  return path.join(machine.temporaryFolder, `copydesk-${name}`);
}

function socketFile(folder: string): string {
  return path.join(folder, `.s.PGSQL.${socketPort}`);
}

/** Shorter than the socket's own name, and different from that of another process that probes at the same moment. */
function probeFile(folder: string): string {
  return path.join(folder, `.p${randomBytes(4).toString('hex')}`);
}

/**
 * Returns false when the folder cannot be created, or belongs to another user: anybody may create one in the temporary
 * folder.
 */
async function makePrivate(folder: string, place: Place, machine: Machine): Promise<boolean> {
  const owner = place.runAs ?? machine.user;
  try {
    const made = await mkdir(folder, { mode: 0o700 }).then(() => true, ignoreThere);
    if (made === true && place.runAs !== undefined) await chown(folder, owner.uid, owner.gid);
    const found = await lstat(folder);
    return found.isDirectory() && found.uid === owner.uid && (found.mode & 0o077) === 0;
  } catch {
    return false;
  }
}

async function canListen(socket: string): Promise<boolean> {
  const server = createServer();
  const listening = await listen(server, socket);
  if (listening) await close(server);
  return listening;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await listen(server, 0);
  const address = server.address();
  await close(server);
  return typeof address === 'object' && address !== null ? address.port : socketPort;
}

function listen(server: Server, where: string | number): Promise<boolean> {
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    if (typeof where === 'string') server.listen(where, () => resolve(true));
    else server.listen(where, '127.0.0.1', () => resolve(true));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
