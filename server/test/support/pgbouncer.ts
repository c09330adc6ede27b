import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Connection } from '../../src/postgres/connection.ts';
import { anyPort } from './server-process.ts';

/** A pooler in front of a server. */
export interface Pooler {
  connection: Connection;
  stop: () => Promise<void>;
}

/** Starts PgBouncer in transaction mode, with its default settings except for the number of connections. */
export async function startPgBouncer(program: string, folder: string, server: Connection): Promise<Pooler> {
  const port = await anyPort();
  const file = path.join(folder, 'pgbouncer.ini');
  await writeFile(file, iniOf(server, port));
  await chmod(file, 0o644);
  // PgBouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn(program, ['-q', file], { stdio: ['ignore', 'ignore', 'inherit'], cwd: '/', ...user });
  const ended = once(child, 'exit');
  while (child.exitCode === null && !(await answers(port))) await setTimeout(50);
  if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`);
  return {
    connection: { ...server, host: '127.0.0.1', port },
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function iniOf({ host, port, user, password }: Connection, listenPort: number): string {
  return `[databases]
* = host=${host} port=${port} user=${user} password='${password}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 2000
default_pool_size = 20
server_idle_timeout = 5
`;
}

async function answers(port: number): Promise<boolean> {
  const socket = createConnection(port, '127.0.0.1');
  const [isOpen] = await Promise.race([
    once(socket, 'connect').then(() => [true]),
    once(socket, 'close').then(() => [false]),
  ]).catch(() => [false]);
  socket.destroy();
  return isOpen === true;
}
