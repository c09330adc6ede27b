import type { Readable } from 'node:stream';
import { GitFailure, type Git, type RunningGit } from '../git/git.ts';
import { UnexpectedOutput } from '../git/unexpected-output.ts';

/** Git's answer for one name. */
export type ReadObject =
  | {
      found: true;
      id: string;
      type: string;
      size: number;
      /** Undefined when over the limit. */ content: Buffer | undefined;
    }
  | { found: false };

/** Reads objects of one repository through one process, however many callers there are at once. */
export interface ObjectReader {
  /** `name` is an object's id or a full ref. */
  read(name: string): Promise<ReadObject>;
  close(): Promise<void>;
}

export interface ObjectReaderOptions {
  git: Git;
  gitDirectory: string;
  /** Contents over this size are skipped, and not kept. */
  maximumBytes: number;
  /** After this long without a question, the process is ended. */
  idleMilliseconds: number;
}

interface Question {
  name: string;
  /** When a process dies, its questions are lost. Each is asked at most twice. */
  asked: number;
  resolve(answer: ReadObject): void;
  reject(error: unknown): void;
}

/** One lifetime of the process, with the questions that it has not answered yet. */
interface Session {
  running: RunningGit;
  waiting: Question[];
  /** Names that were not sent to git yet. */
  unsent: string;
}

/** Opens a reader over `git cat-file --batch`, which starts at the first question and again after it has died. */
export function openObjectReader({
  git,
  gitDirectory,
  maximumBytes,
  idleMilliseconds,
}: ObjectReaderOptions): ObjectReader {
  let session: Session | undefined;
  let idle: NodeJS.Timeout | undefined;

  const start = (): Session => {
    const running = git.start(['cat-file', '--batch'], { gitDirectory, timeoutMilliseconds: Infinity });
    const started: Session = { running, waiting: [], unsent: '' };
    answerAll(started, maximumBytes).catch(() => running.stop());
    void askAgain(started);
    return started;
  };
  const askAgain = async (ended: Session) => {
    const exit = await ended.running.exit;
    if (session === ended) session = undefined;
    for (const question of ended.waiting) {
      if (question.asked < 2) ask(question);
      else question.reject(new GitFailure('cat-file', exit));
    }
  };
  const ask = (question: Question) => {
    question.asked += 1;
    session ??= start();
    session.waiting.push(question);
    // A caller that reads many objects asks for many at once: one write for each took a fifth of the time to read a
    // site.
    if (session.unsent === '') setImmediate(send, session);
    session.unsent += `${question.name}\n`;
    clearTimeout(idle);
    idle = setTimeout(rest, idleMilliseconds).unref();
  };
  /** Lets the process answer its open questions, and end. */
  const rest = () => {
    if (session) send(session);
    session?.running.stdin.end();
    session = undefined;
  };

  return {
    read: (name) => new Promise((resolve, reject) => ask({ name, asked: 0, resolve, reject })),
    close: async () => {
      clearTimeout(idle);
      const exit = session?.running.exit;
      rest();
      await exit;
    },
  };
}

function send(session: Session): void {
  if (session.unsent !== '' && session.running.stdin.writable) session.running.stdin.write(session.unsent);
  session.unsent = '';
}

async function answerAll({ running, waiting }: Session, maximumBytes: number): Promise<void> {
  for await (const answer of readAnswers(running.stdout, maximumBytes)) waiting.shift()?.resolve(answer);
}

/**
 * Reads the output of `git cat-file --batch`: `<id> <type> <size>`, the content, a newline; or that the object is
 * missing.
 */
export async function* readAnswers(stdout: Readable, maximumBytes: number): AsyncGenerator<ReadObject> {
  const input = openInput(stdout);
  for (let line = await input.line(); line !== undefined; line = await input.line()) {
    const [, id, type, size] = /^([0-9a-f]{40,64}) (\w+) (\d+)$/.exec(line) ?? [];
    if (id === undefined || type === undefined) {
      yield { found: false };
      continue;
    }
    const length = Number(size);
    const content = length > maximumBytes ? await input.skip(length) : await input.take(length);
    await input.skip(1);
    yield { found: true, id, type, size: length, content };
  }
}

/** Reads a stream's bytes, by lines and by counts. */
function openInput(stream: Readable) {
  const chunks: AsyncIterator<Buffer> = stream.iterator({ destroyOnReturn: false });
  let rest: Buffer = Buffer.alloc(0);
  const more = async () => {
    const { value, done } = await chunks.next();
    if (done !== true) rest = value;
    return done !== true;
  };

  return {
    async line(): Promise<string | undefined> {
      let line = '';
      for (;;) {
        const end = rest.indexOf(0x0a);
        line += rest.toString('latin1', 0, end < 0 ? rest.length : end);
        rest = end < 0 ? rest.subarray(rest.length) : rest.subarray(end + 1);
        if (end >= 0) return line;
        if (!(await more())) return undefined;
      }
    },
    async take(length: number): Promise<Buffer> {
      const content = Buffer.allocUnsafeSlow(length);
      let filled = 0;
      while (filled < length) {
        if (rest.length === 0 && !(await more())) throw new UnexpectedOutput('cat-file ended within an object');
        const part = rest.copy(content, filled);
        filled += part;
        rest = rest.subarray(part);
      }
      return content;
    },
    async skip(length: number): Promise<undefined> {
      let left = length;
      while (left > 0) {
        if (rest.length === 0 && !(await more())) throw new UnexpectedOutput('cat-file ended within an object');
        const part = Math.min(left, rest.length);
        left -= part;
        rest = rest.subarray(part);
      }
    },
  };
}
