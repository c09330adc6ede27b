import type { History } from '../history.ts';
import type { Ledger } from '../ledger.ts';
import type { Client } from '../load/client.ts';
import type { Machine } from '../machines/machine.ts';
import type { Roster } from '../processes/roster.ts';
import type { Patience } from '../patience.ts';
import type { Chance } from '../random.ts';
import type { Runs } from '../runs.ts';
import type { Violations } from '../violations.ts';
import type { Observer } from '../watch/observer.ts';
import type { Points } from './points.ts';
import type { Troubles } from './troubles.ts';

/** What fault injection needs: the processes and machines that it affects, and where it records what happened. */
export interface FaultContext {
  roster: Roster;
  points: Points;
  runs: Runs;
  troubles: Troubles;
  chance: Chance;
  history: History;
  violations: Violations;
  leaseSeconds: number;
  machines: readonly Machine[];
  /** The machine that has the repository of a project on its disk. */
  machineOf: ReadonlyMap<string, Machine>;
  /** The machine that a fault affects; one at a time, so that the others continue. */
  affected: Set<Machine>;
  client: Pick<Client, 'waiting'>;
  ledger: Ledger;
  observer: Pick<Observer, 'read' | 'processId'>;
  patience: Pick<Patience, 'factor'>;
}

/** A fault that really happened. */
export interface InjectedFault {
  name: string;
  /** The named place, if there was one. */
  point: string | undefined;
  kills: number;
}
