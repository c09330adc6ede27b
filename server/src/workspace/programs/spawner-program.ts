import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { FromSpawner, MeetingPoint, ToSpawner } from './messages.ts';
import { startProgramOn, watchProgram, type ProgramOrder, type RunningProgram } from './program.ts';

// The program of the process that starts programs for another one. `spawner.ts` starts it.

/** How long programs that were asked to end may take, once nobody waits for them. */
const patienceMilliseconds = 2000;

const running = new Map<number, Pick<RunningProgram, 'exit' | 'signal'>>();
/** Programs that are being started, with the signal that they get then. */
const starting = new Map<number, NodeJS.Signals | undefined>();

process.on('message', (message: ToSpawner) => {
  if (message.kind === 'start') void start(message.id, message.order, message.meeting);
  else signal(message.id, message.name);
});
process.once('disconnect', () => void end());
// They are meant for the process that it works for, and arrive here from a terminal or a service manager.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => {});
reply({ kind: 'ready' });

async function start(id: number, order: ProgramOrder, { address, stdin, stdout }: MeetingPoint): Promise<void> {
  starting.set(id, undefined);
  try {
    const [input, output] = await Promise.all([openStream(address, stdin), openStream(address, stdout)]);
    run(id, order, input, output);
    // The program has its own copies.
    input.destroy();
    output.destroy();
  } catch {
    reply({ kind: 'unreachable', id });
  }
  starting.delete(id);
}

function run(id: number, order: ProgramOrder, input: Socket, output: Socket): void {
  if (!process.connected) return;
  let child: ChildProcess;
  try {
    child = startProgramOn(order, input, output);
  } catch (error) {
    // Such as an argument that is too long.
    reply({ kind: 'ended', id, exit: { code: -1, stderr: String(error) } });
    return;
  }
  const program = watchProgram(child);
  running.set(id, program);
  void replyWhenEnded(id, program);
  if (child.pid !== undefined) reply({ kind: 'started', id, processId: child.pid });
  const name = starting.get(id);
  if (name !== undefined) program.signal(name);
}

async function replyWhenEnded(id: number, { exit }: Pick<RunningProgram, 'exit'>): Promise<void> {
  const ended = await exit;
  running.delete(id);
  reply({ kind: 'ended', id, exit: ended });
}

/** Connects a stream, and reads nothing from it: what arrives is for the program. */
async function openStream(address: string, key: string): Promise<Socket> {
  const socket = connect({ path: address });
  socket.pause();
  await once(socket, 'connect');
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  socket.once('error', reject);
  socket.write(key, () => resolve(socket));
  return await promise;
}

function signal(id: number, name: NodeJS.Signals): void {
  if (starting.has(id)) starting.set(id, name);
  else running.get(id)?.signal(name);
}

function reply(message: FromSpawner): void {
  if (process.connected) process.send?.(message, () => {});
}

/** Ends everything: SIGTERM first, so that git removes its lock files. */
async function end(): Promise<void> {
  const programs = [...running.values()];
  for (const program of programs) program.signal('SIGTERM');
  setTimeout(() => {
    for (const program of programs) program.signal('SIGKILL');
    process.exit();
  }, patienceMilliseconds);
  await Promise.all(programs.map(({ exit }) => exit));
  process.exit();
}
