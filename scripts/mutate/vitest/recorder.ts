import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { threadId } from 'node:worker_threads';

/** What the code of a broken place calls while the tests that reach it are looked for. */
export interface Recorder {
  /** Records that a place is reached. It never throws. */
  record: (place: number) => void;
  /** Records each use of a value, if that can be seen: of a function, or of a plain object. */
  watch: <T>(place: number, value: T) => T;
}

/** The test file that this thread runs; threads and processes that a test starts do not have it. */
export interface RunningTest {
  file: string;
  /** Code that runs while a test file is imported may not run again for the next file, which shares its modules. */
  phase: 'import' | 'run';
}

export const runningKey = Symbol.for('copydesk.mutate.running');

/** A thread or a process of a test asks the folder which tests run, but for each place not more often than this. */
const milliseconds = 20;

/** @param folder with the folders `running`, of a file for each process of tests, and `reached`, of the records. */
export function openRecorder(folder: string): Recorder {
  // Tests replace the clocks.
  const { hrtime } = process;
  const now = (): number => Number(hrtime.bigint() / 1_000_000n);
  const records = path.join(folder, 'reached', `${process.pid}-${threadId}.txt`);
  const seen = new Map<number, { asked: number; test?: unknown; phase?: string; files: Set<string> }>();
  const write = (place: number, phase: string, file: string): void =>
    appendFileSync(records, `${place}\t${phase}\t${file}\n`);

  function record(place: number): void {
    try {
      const test: RunningTest | undefined = Reflect.get(globalThis, runningKey);
      const before = seen.get(place) ?? { asked: -milliseconds, files: new Set() };
      seen.set(place, before);
      if (test !== undefined) {
        if (before.test === test && before.phase === test.phase) return;
        Object.assign(before, { test, phase: test.phase });
        write(place, test.phase, test.file);
        return;
      }
      const time = now();
      if (time - before.asked < milliseconds) return;
      before.asked = time;
      const files = runningTests(folder);
      for (const file of files.length > 0 ? files : ['']) {
        if (before.files.has(file)) continue;
        before.files.add(file);
        write(place, file === '' ? 'between' : 'elsewhere', file);
      }
    } catch {
      // A place that cannot be recorded is worse than a test that fails for it.
    }
  }

  function watch<T>(place: number, value: T): T {
    if (typeof value === 'function') {
      return new Proxy(value, {
        apply(target, receiver, parameters) {
          record(place);
          return Reflect.apply(target, receiver, parameters);
        },
      });
    }
    if (isPlain(value)) {
      return new Proxy(value, {
        get(target, name, receiver) {
          record(place);
          return Reflect.get(target, name, receiver);
        },
      });
    }
    record(place);
    return value;
  }
  return { record, watch };
}

/** Objects of classes have private fields, which cannot be read through a proxy. */
function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** A thread belongs to the process of its test; a process may belong to any test that runs. */
function runningTests(folder: string): string[] {
  const running = path.join(folder, 'running');
  const names = readdirSync(running);
  const own = names.filter((name) => name === String(process.pid));
  return (own.length > 0 ? own : names).map((name) => readFileSync(path.join(running, name), 'utf8'));
}
