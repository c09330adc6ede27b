import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { bareEnvironment } from '../../threads/bare-environment.ts';
import { programOf } from '../../threads/program.ts';
import { SpawnedProgram } from './spawned-program.ts';
import { keyLength, type FromSpawner, type ToSpawner } from './messages.ts';
import type { ProgramOrder, RunningProgram } from './program.ts';

/** A small process that starts programs for this one. */
export interface Spawner {
  /** Whether it still runs. */
  isOpen(): boolean;
  /** Starts a program; as a child of this process when the spawner has ended. */
  spawn: (order: ProgramOrder) => RunningProgram;
  /** Ends it, and everything that it started. */
  close(): void;
}

/** How long a connection may take to say which stream it is. */
const keyMilliseconds = 5000;

/**
 * Starts a spawner. The streams of a program are sockets that the spawner connects to an address without a file, and
 * that the program inherits: no byte of them passes through the spawner. It ends with this process, because its
 * channel closes, and does not keep this process alive.
 *
 * @throws when it cannot be started.
 */
export async function openSpawner(): Promise<Spawner> {
  const expected = new Map<string, SpawnedProgram>();
  const server = createServer((socket) => receiveStream(socket, expected)).unref();
  const address = `\0copydesk-${randomBytes(16).toString('hex')}`;
  server.listen(address);
  await once(server, 'listening');
  const child = fork(programOf(new URL('./spawner-program.ts', import.meta.url)), {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    cwd: '/',
    env: bareEnvironment(),
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=1'],
  });
  return await spawnerOf({ child, server, address, expected });
}

/** Reads which stream a connection is. Others on this machine may connect, but know no key. */
function receiveStream(socket: Socket, expected: Map<string, SpawnedProgram>): void {
  socket.on('error', () => {});
  socket.setTimeout(keyMilliseconds, () => socket.destroy());
  socket.once('readable', () => {
    // It was written at once, so it is complete.
    const bytes: Buffer | null = socket.read(keyLength);
    const key = bytes?.toString('latin1') ?? '';
    const program = expected.get(key);
    if (program === undefined) {
      socket.destroy();
      return;
    }
    expected.delete(key);
    socket.setTimeout(0);
    program.connect(key, socket);
  });
}

interface SpawnerParts {
  child: ChildProcess;
  server: Server;
  address: string;
  /** The programs whose streams have not arrived yet, by the keys of the streams. */
  expected: Map<string, SpawnedProgram>;
}

/** Resolves when the process is ready. */
async function spawnerOf({ child, server, address, expected }: SpawnerParts): Promise<Spawner> {
  const running = new Map<number, SpawnedProgram>();
  const ready = Promise.withResolvers<void>();
  let next = 0;
  let isOpen = true;

  const end = (reason: string): void => {
    if (!isOpen) return;
    isOpen = false;
    server.close();
    for (const program of running.values()) program.lose(reason);
    ready.reject(new Error(reason));
  };
  child.once('error', (error) => end(error.message));
  // Its last replies have arrived by then; its exit may be noticed before.
  child.once('disconnect', () => end('the process that starts programs has ended'));
  child.on('message', (message: FromSpawner) => {
    if (message.kind === 'ready') ready.resolve();
    else handleReply(message, running.get(message.id));
  });
  const send = (message: ToSpawner): void => void (child.connected && child.send(message, () => {}));

  const forget = async (id: number, { exit, stdinKey, stdoutKey }: SpawnedProgram): Promise<void> => {
    await exit;
    running.delete(id);
    expected.delete(stdinKey);
    expected.delete(stdoutKey);
    if (running.size === 0) child.channel?.unref();
  };
  const spawn = (order: ProgramOrder): RunningProgram => {
    const id = next;
    next += 1;
    const program = new SpawnedProgram(order);
    const { stdinKey, stdoutKey, stdin, stdout, exit } = program;
    expected.set(stdinKey, program).set(stdoutKey, program);
    running.set(id, program);
    child.channel?.ref();
    void forget(id, program);
    if (isOpen) send({ kind: 'start', id, order, meeting: { address, stdin: stdinKey, stdout: stdoutKey } });
    else program.startHere();
    const signal = (name: NodeJS.Signals): void => {
      if (program.child) program.child.signal(name);
      else send({ kind: 'signal', id, name });
    };
    return { stdin, stdout, exit, signal };
  };

  child.unref();
  child.channel?.unref();
  await ready.promise;
  return { isOpen: () => isOpen, spawn, close: () => void (child.connected && child.disconnect()) };
}

function handleReply(message: Exclude<FromSpawner, { kind: 'ready' }>, program: SpawnedProgram | undefined): void {
  if (message.kind === 'started') program?.setProcessId(message.processId);
  else if (message.kind === 'ended') program?.end(message.exit);
  else program?.startHere();
}
