import type { Break } from '../draw/find-breaks.ts';

/** A place with the number by which it is recorded. */
export interface Probed {
  number: number;
  place: Break;
}

/** Where the recorder is, and the folder in which it records. */
export interface Recording {
  recorder: string;
  folder: string;
}

interface Insertion {
  at: number;
  text: string;
  isEnd: boolean;
  length: number;
}

/** Inserts into a source what records that its places are reached. Places may be within each other. */
export function insertProbes(source: string, probes: readonly Probed[], recording: Recording): string {
  return probes
    .flatMap(({ number, place }) => insertionsOf(number, place, recording))
    .toSorted(inOrder)
    .reduceRight((text, { at, text: added }) => text.slice(0, at) + added + text.slice(at), source);
}

/** Where several meet, those that end come first, the inner ones before the outer ones; of those that begin, the outer. */
function inOrder(a: Insertion, b: Insertion): number {
  if (a.at !== b.at) return a.at - b.at;
  if (a.isEnd !== b.isEnd) return a.isEnd ? -1 : 1;
  return a.isEnd ? a.length - b.length : b.length - a.length;
}

function insertionsOf(number: number, { probe }: Break, recording: Recording): Insertion[] {
  const { start, end, form, before = '' } = probe;
  const record = probeCall(number, recording);
  if (form === 'statement') return [{ at: start, text: ` ${record};`, isEnd: false, length: Infinity }];
  const open = form === 'value' ? `(${record}, ` : `${watchCall(number, recording)}(`;
  return [
    { at: start, text: before + open, isEnd: false, length: end - start },
    { at: end, text: ')', isEnd: true, length: end - start },
  ];
}

/**
 * Works wherever the code may run: in the tests' process, a thread, a process with an empty environment or a bundle. In
 * a browser, or where Node's modules are missing, it does nothing.
 */
function probeCall(number: number, recording: Recording): string {
  return `(() => { try { ${recorderOf(recording)}.record(${number}); } catch {} })()`;
}

/** A service is reached when it is used: each app makes all of them. */
function watchCall(number: number, recording: Recording): string {
  return `((value) => { try { return ${recorderOf(recording)}.watch(${number}, value); } catch { return value; } })`;
}

function recorderOf({ recorder, folder }: Recording): string {
  const module = `process.getBuiltinModule('node:module').createRequire(${JSON.stringify(recorder)})`;
  return `(globalThis.mutateRecorder ??= ${module}(${JSON.stringify(recorder)}).openRecorder(${JSON.stringify(folder)}))`;
}
