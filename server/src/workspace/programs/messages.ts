import type { ProgramExit, ProgramOrder } from './program.ts';

/** What the spawner is asked. */
export type ToSpawner =
  | { kind: 'start'; id: number; order: ProgramOrder; meeting: MeetingPoint }
  | { kind: 'signal'; id: number; name: NodeJS.Signals };

/** Where the spawner connects the streams of a program: it writes a key first, which says which stream it is. */
export interface MeetingPoint {
  address: string;
  stdin: string;
  stdout: string;
}

/** What the spawner replies. */
export type FromSpawner =
  | { kind: 'ready' }
  | { kind: 'started'; id: number; processId: number }
  | { kind: 'ended'; id: number; exit: ProgramExit }
  /** The streams could not be connected: nothing was started. */
  | { kind: 'unreachable'; id: number };

/** Characters of a key. */
export const keyLength = 32;
