import path from 'node:path';

/** The other state, and the working tree. */
export type Side = 'before' | 'now';

/** A state of the project: a folder with its source and its packages. */
export interface State {
  side: Side;
  folder: string;
}

export const laneNames = ['before 1', 'now 1', 'before 2', 'now 2'] as const;

export type LaneName = (typeof laneNames)[number];

/**
 * One of two processes of a state, with a data folder of its own.
 *
 * All four are alive at once and work in turns, for a second or less each: so a machine that becomes slower meanwhile
 * makes all of them slower. Two of each show how much the same state differs from itself.
 */
export interface Lane {
  name: LaneName;
  state: State;
  /** For its data and logs. */
  folder: string;
}

export function lanesOf(states: Record<Side, State>, folder: string): Lane[] {
  return laneNames.map((name) => {
    const state = states[sideOf(name)];
    return { name, state, folder: path.join(folder, name.replace(' ', '-')) };
  });
}

export function sideOf(name: LaneName): Side {
  return name.startsWith('before') ? 'before' : 'now';
}

/** Returns the command of a state, run by its own Node: the program, and the words before those of the command. */
export function commandOf({ folder }: State): [program: string, script: string] {
  return [path.join(folder, 'node_modules/node/bin/node'), path.join(folder, 'server/bin/copydesk.js')];
}
