import { faultPoints } from '../../../server/src/worker/fault-points.ts';
import type { FaultPoint } from '../../../server/src/worker/fault-points.ts';
import type { Chance } from '../random.ts';

/** When a worker is hit: when a turn passes a named place, or after this time, whatever it does. */
export type Moment = { point: FaultPoint } | { afterMilliseconds: number };

/** What can go wrong with a response of a host that the product talks to. */
export type Trouble =
  /** The work is done, and the connection breaks before the response. */
  | 'lost-answer'
  /** The request arrives twice, and the second response is the one that is returned. */
  | 'twice'
  /** 500s for a while. */
  | 'errors'
  /** The connection breaks in the middle of the response. */
  | 'cut'
  | 'slow'
  /** 429. */
  | 'limited';

export type HostName = 'git' | 'code-host' | 'model' | 'helper';

/** What is done to a whole machine, when there are several. */
export interface MachineFault {
  kind: /** SIGKILL to all of its processes, and nothing is started there until its jobs say that they wait for it. */
    | 'lose-machine'
    /** SIGSTOP to all of them, and SIGCONT later, as when it sleeps. */
    | 'freeze-machine'
    /** Its connection to the database goes silent. */
    | 'cut-off-machine';
  /** How long it lasts, in leases. */
  leases: number;
}

/** One thing that is done to the product. */
export type Fault =
  | { kind: 'kill-worker'; when: Moment }
  /** SIGSTOP for longer than the lease, then SIGCONT. */
  | { kind: 'stop-worker'; when: Moment; leases: number }
  /** SIGTERM. */
  | { kind: 'end-worker'; when: Moment }
  | { kind: 'kill-server'; when: Moment }
  | { kind: 'kill-database'; when: Moment }
  | MachineFault
  | { kind: 'trouble'; host: HostName; trouble: Trouble };

const troubles: Fault[] = [
  ...(['lost-answer', 'twice', 'errors', 'cut'] as const).map((trouble) => troubleOf('git', trouble)),
  ...(['lost-answer', 'twice', 'errors', 'cut'] as const).map((trouble) => troubleOf('code-host', trouble)),
  ...(['slow', 'limited', 'errors', 'cut'] as const).map((trouble) => troubleOf('model', trouble)),
  ...(['slow', 'limited', 'errors', 'cut'] as const).map((trouble) => troubleOf('helper', trouble)),
];

function troubleOf(host: HostName, trouble: Trouble): Fault {
  return { kind: 'trouble', host, trouble };
}

/** Returns the name of a fault in the table. Each of these must have happened for a run to count. */
export function nameOf(fault: Fault): string {
  if (fault.kind === 'trouble') return `${fault.host}: ${fault.trouble}`;
  if (fault.kind === 'kill-server' || fault.kind === 'kill-database' || !('when' in fault)) return fault.kind;
  return `${fault.kind} ${'point' in fault.when ? 'at a point' : 'at any time'}`;
}

/**
 * Yields the faults of a run, endlessly, from nothing but the seed. It begins with one of each kind, so that a short
 * run meets all of them. Then it deals from decks that contain each named point and each trouble at least once, and
 * more kills of workers than of anything else.
 */
export function* schedule(chance: Chance, machines = 1): Generator<Fault, never> {
  yield* chance.shuffle([...oneOfEach(chance), ...machineFaults(machines)]);
  for (;;) yield* chance.shuffle([...faultDeck(chance), ...machineFaults(machines)]);
}

/** Returns the names of all kinds. */
export function kindsOf(chance: Chance, machines = 1): string[] {
  return [...oneOfEach(chance), ...machineFaults(machines)].map(nameOf);
}

function machineFaults(machines: number): MachineFault[] {
  if (machines === 1) return [];
  const kinds = ['lose-machine', 'freeze-machine', 'cut-off-machine'] as const;
  return kinds.map((kind) => ({ kind, leases: 1.5 }));
}

function oneOfEach(chance: Chance): Fault[] {
  const atPoint = { point: chance.pick(stoppingPoints) };
  return [
    { kind: 'kill-worker', when: { point: chance.pick(commonPoints) } },
    { kind: 'kill-worker', when: anyTime(chance) },
    { kind: 'stop-worker', when: atPoint, leases: 1.5 },
    { kind: 'stop-worker', when: anyTime(chance), leases: 1.5 },
    { kind: 'end-worker', when: anyTime(chance) },
    { kind: 'kill-server', when: anyTime(chance) },
    { kind: 'kill-database', when: anyTime(chance) },
    ...troubles,
  ];
}

/** Turns pass these places often. */
const commonPoints = [
  'claimed',
  'prepared',
  'before-step',
  'step-stored',
  'review-due',
  'delivery-intended',
  'pushed',
] as const;

/** A worker that wakes at one of these would write next, if it were allowed to. */
const stoppingPoints = ['before-step', 'step-stored', 'delivery-intended', 'pushed', 'push-stored'] as const;

function faultDeck(chance: Chance): Fault[] {
  return [
    ...faultPoints.map((point): Fault => ({ kind: 'kill-worker', when: { point } })),
    ...times(5, () => ({ kind: 'kill-worker', when: anyTime(chance) })),
    ...times(2, () => ({ kind: 'stop-worker', when: { point: chance.pick(stoppingPoints) }, leases: 1.5 })),
    { kind: 'stop-worker', when: anyTime(chance), leases: 1 + chance.next() },
    { kind: 'end-worker', when: anyTime(chance) },
    ...times(2, () => ({ kind: 'kill-server', when: anyTime(chance) })),
    { kind: 'kill-database', when: anyTime(chance) },
    ...troubles,
  ];
}

function times(count: number, make: () => Fault): Fault[] {
  return Array.from({ length: count }, make);
}

function anyTime(chance: Chance): Moment {
  return { afterMilliseconds: chance.integer(50, 1_200) };
}
