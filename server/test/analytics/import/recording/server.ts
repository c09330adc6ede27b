import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { anyPort } from '../../../support/server-process.ts';
import { makeSite } from './site.ts';

/** A kind of web server, and how it is configured to serve the site and to write its logs. */
export interface ServerKind {
  /** The name of the program on the PATH. */
  program: string;
  /** The logs that it writes of the same requests, each in another format. */
  logs: readonly string[];
  configuration: (folder: string, port: number) => string;
  argv: (configuration: string, folder: string) => string[];
  /** Stops it after it has written its logs. */
  stopSignal: NodeJS.Signals;
}

/** A web server on this machine, with a small site. */
export interface WebServer {
  port: number;
  log: (name: string) => string;
  stop: () => Promise<void>;
}

/** Whether a program is on the PATH. */
export function isInstalled(program: string): boolean {
  try {
    execFileSync('/bin/sh', ['-c', 'command -v "$0"', program]);
    return true;
  } catch {
    return false;
  }
}

/** Starts a web server in the given folder. */
export async function startServer(kind: ServerKind, folder: string): Promise<WebServer> {
  const port = await anyPort();
  await makeSite(path.join(folder, 'site'));
  await mkdir(path.join(folder, 'logs'));
  // When root starts them, some drop its rights.
  await chmod(folder, 0o755);
  const configuration = path.join(folder, 'server.conf');
  await writeFile(configuration, kind.configuration(folder, port));
  const env = { ...process.env, HOME: folder };
  const child = spawn(kind.program, kind.argv(configuration, folder), { stdio: 'inherit', env });
  await untilListening(port);
  return {
    port,
    log: (name) => path.join(folder, 'logs', `${name}.log`),
    async stop() {
      const exited = once(child, 'exit');
      child.kill(kind.stopSignal);
      await exited;
    },
  };
}

async function untilListening(port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const socket = connect(port, '127.0.0.1');
    const connected = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (connected) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The server does not listen');
}
