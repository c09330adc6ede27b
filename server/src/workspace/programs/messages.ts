import type { ProgramExit, ProgramOrder } from './program.ts';

/** What the launcher is asked. */
export type ToLauncher =
  | { kind: 'start'; id: number; order: ProgramOrder; meeting: MeetingPoint }
  | { kind: 'signal'; id: number; name: NodeJS.Signals };

/** Where the launcher connects the streams of a program: it writes a key first, which says which stream it is. */
export interface MeetingPoint {
  address: string;
  stdin: string;
  stdout: string;
}

/** What the launcher replies. */
export type FromLauncher =
  | { kind: 'ready' }
  | { kind: 'started'; id: number; processId: number }
  | { kind: 'ended'; id: number; exit: ProgramExit }
  /** The streams could not be connected: nothing was started. */
  | { kind: 'unreachable'; id: number };

/** Characters of a key. */
export const keyLength = 32;
