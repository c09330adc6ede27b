import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { PassThrough, pipeline } from 'node:stream';
import { signalGroup, startProgram } from './program.ts';
import type { ProgramExit, ProgramOrder, RunningProgram } from './program.ts';

/** How long its output may take to be connected after it has ended. */
const patienceMilliseconds = 5000;

/** A program that the spawner runs for this process, or is about to start. */
export class SpawnedProgram {
  readonly stdinKey = randomKey();
  readonly stdoutKey = randomKey();
  readonly stdin = new PassThrough();
  readonly stdout = new PassThrough();
  /** See {@link RunningProgram}. */
  readonly exit: Promise<ProgramExit>;
  readonly #order: ProgramOrder;
  readonly #resolve: (exit: ProgramExit) => void;
  readonly #sockets: Socket[] = [];
  #isConnected = false;
  #processId: number | undefined;
  #child: RunningProgram | undefined;

  constructor(order: ProgramOrder) {
    this.#order = order;
    const { promise, resolve } = Promise.withResolvers<ProgramExit>();
    this.exit = promise;
    this.#resolve = resolve;
    // As with the pipes of a child: its exit reports what went wrong.
    this.stdin.on('error', () => {});
    this.stdout.on('error', () => {});
  }

  /** The program as a child of this process, when the spawner could not start it. */
  get child(): RunningProgram | undefined {
    return this.#child;
  }

  /** The program has started. */
  setProcessId(processId: number): void {
    this.#processId = processId;
  }

  /** Connects a stream to the program, by the key that arrived with it. */
  connect(key: string, socket: Socket): void {
    this.#sockets.push(socket);
    const isInput = key === this.stdinKey;
    if (!isInput) this.#isConnected = true;
    // The caller may have closed it in the meantime.
    if ((isInput ? this.stdin : this.stdout).destroyed) socket.destroy();
    else if (isInput) pipeline(this.stdin, socket, () => {});
    else pipeline(socket, this.stdout, () => {});
  }

  /** The program has ended: its output may still be on its way. */
  end(exit: ProgramExit): void {
    this.#processId = undefined;
    this.stdin.destroy();
    this.stdout.resume();
    const timer = setTimeout(() => {
      if (!this.#isConnected) this.stdout.end();
    }, patienceMilliseconds);
    const finish = (): void => {
      clearTimeout(timer);
      for (const socket of this.#sockets) socket.destroy();
      this.#resolve(exit);
    };
    if (this.stdout.closed) finish();
    else this.stdout.once('close', finish);
  }

  /** Starts the program as a child of this process, because the spawner could not connect its streams. */
  startHere(): void {
    let child: RunningProgram;
    try {
      child = startProgram(this.#order);
    } catch (error) {
      this.lose(String(error));
      return;
    }
    this.#child = child;
    this.#isConnected = true;
    if (this.stdin.destroyed) child.stdin.destroy();
    else pipeline(this.stdin, child.stdin, () => {});
    if (this.stdout.destroyed) child.stdout.destroy();
    else pipeline(child.stdout, this.stdout, () => {});
    void child.exit.then((exit) => this.end(exit));
  }

  /**
   * The spawner has ended before the program did: what the program still does, nobody would learn. One whose start was
   * not reported yet runs on until it notices that its streams are closed.
   */
  lose(reason: string): void {
    if (this.#processId !== undefined) signalGroup(this.#processId, 'SIGKILL');
    for (const socket of this.#sockets) socket.destroy();
    this.stdout.end();
    this.end({ code: -1, stderr: reason });
  }
}

/** 128 bits that nobody else knows, in as many characters as `keyLength`. */
function randomKey(): string {
  return randomBytes(16).toString('hex');
}
