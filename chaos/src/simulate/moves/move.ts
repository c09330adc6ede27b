import fc from 'fast-check';
import { faultPoints } from '../../../../server/src/worker/fault-points.ts';
import type { FaultPoint } from '../../../../server/src/worker/fault-points.ts';
import { verdicts } from '../stand-ins/host-checks.ts';
import type { Verdict } from '../stand-ins/host-checks.ts';
import { kinds } from '../stand-ins/prompt.ts';
import type { Kind } from '../stand-ins/prompt.ts';
import type { Call, Outcome } from '../strand.ts';

/**
 * How far a run continues: so many places further, to the next place of a kind, to its end, or into the middle of a
 * transaction, past so many of its own and later ones' statements.
 */
export type Goal =
  | { places: number }
  | { statements: number }
  | { to: 'model' | 'helper' | 'end' }
  | { call: Call; stage: 'made' | 'under way' | 'answered' }
  | { point: FaultPoint };

/** One event of a lifecycle. A job, run or machine is named by its position among those that exist. */
export type Move =
  | { do: 'create'; kind: Kind; withKey: boolean }
  | { do: 'create twice at once'; kind: Kind; order: boolean[] }
  | { do: 'message'; job: number; kind: Kind; standsAt: number }
  | { do: 'archive'; job: number; standsAt: number }
  | { do: 'continue requests' }
  | { do: 'claim'; machine: number; answer: 'well' | 'lose' }
  | { do: 'continue run'; machine: number; run: number; goal: Goal }
  | { do: 'disturb run'; machine: number; run: number; goal: Goal; outcome: Exclude<Outcome, 'well'> }
  | { do: 'renew'; machine: number }
  | { do: 'kill'; machine: number }
  | { do: 'end'; machine: number; how: 'at-an-edge' | 'at-once' }
  | { do: 'pass'; seconds: number }
  | { do: 'merge'; job: number }
  | { do: 'close'; job: number }
  | { do: 'person pushes'; job: number; page: 'its own' | 'another' | 'on the base' }
  | { do: 'keep house'; machine: number }
  | { do: 'checks'; job: number; verdict: Verdict; byWebhook: boolean }
  | { do: 'handle host'; machine: number; standsAt: number }
  | { do: 'disturb host handling'; machine: number; places: number; outcome: Outcome }
  | { do: 'event'; isRepeated: boolean; standsAt: number }
  | { do: 'check automation'; machine: number; standsAt: number }
  | { do: 'disturb automation'; machine: number; places: number; outcome: Outcome }
  | { do: 'overtake automation'; machine: number; places: number };

/** A lifecycle: a job, and what happens to it. */
export interface Lifecycle {
  first: Extract<Move, { do: 'create' }>;
  moves: Move[];
}

const job = fc.nat(1);
const machine = fc.nat(1);
const run = fc.nat(1);
const kind = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Kind>('edit') },
  { weight: 3, arbitrary: fc.constantFrom(...kinds) },
);

const create = fc.record({ do: fc.constant('create' as const), kind, withKey: fc.boolean() });

const places = fc.record({ places: fc.integer({ min: 1, max: 12 }) });
const statements = fc.record({ statements: fc.integer({ min: 1, max: 40 }) });
const call = fc.record({
  call: fc.constantFrom<Call>('push', 'open', 'find', 'update', 'fetch', 'read'),
  stage: fc.constantFrom('made' as const, 'under way' as const, 'answered' as const),
});

const goal: fc.Arbitrary<Goal> = fc.oneof(
  { weight: 4, arbitrary: places },
  { weight: 5, arbitrary: statements },
  { weight: 4, arbitrary: fc.constant<Goal>({ to: 'end' }) },
  { weight: 2, arbitrary: fc.constant<Goal>({ to: 'model' }) },
  { weight: 2, arbitrary: fc.constant<Goal>({ to: 'helper' }) },
  { weight: 4, arbitrary: call },
  { weight: 4, arbitrary: fc.record({ point: fc.constantFrom(...faultPoints) }) },
);

/** Where something can go wrong: at the points nothing happens. */
const weakness: fc.Arbitrary<Goal> = fc.oneof(
  { weight: 2, arbitrary: places },
  { weight: 2, arbitrary: statements },
  { weight: 2, arbitrary: fc.constant<Goal>({ to: 'model' }) },
  { weight: 2, arbitrary: fc.constant<Goal>({ to: 'helper' }) },
  { weight: 4, arbitrary: call },
);

const checks = fc.record({
  do: fc.constant('checks' as const),
  job,
  verdict: fc.constantFrom<Verdict>('fail', 'fail', ...verdicts),
  byWebhook: fc.boolean(),
});

const hostDisturbance = fc.record({
  do: fc.constant('disturb host handling' as const),
  machine,
  places: fc.integer({ min: 0, max: 30 }),
  outcome: fc.constantFrom<Outcome>('well', 'fail', 'lose'),
});

const automationDisturbance = fc.record({
  do: fc.constant('disturb automation' as const),
  machine,
  places: fc.integer({ min: 0, max: 20 }),
  outcome: fc.constantFrom<Outcome>('well', 'fail', 'lose'),
});

/** What happens most comes most often: a lifecycle in which everything fails proves little. */
const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 14, arbitrary: fc.record({ do: fc.constant('continue run' as const), machine, run, goal }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('claim' as const),
      machine,
      answer: fc.constantFrom('well', 'well', 'well', 'lose'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('message' as const), job, kind, standsAt: standsAt() }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('disturb run' as const),
      machine,
      run,
      goal: weakness,
      outcome: fc.constantFrom('fail' as const, 'lose' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      seconds: fc.constantFrom(1, 3, 3, 4, 7, 11, 11, 130, 3_700, 31 * 86_400),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('renew' as const), machine }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('kill' as const), machine }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('end' as const),
      machine,
      how: fc.constantFrom('at-an-edge' as const, 'at-once' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('continue requests' as const) }) },
  { weight: 1, arbitrary: create },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('create twice at once' as const),
      kind,
      order: fc.array(fc.boolean(), { maxLength: 12 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('archive' as const), job, standsAt: standsAt() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('merge' as const), job }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('close' as const), job }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('person pushes' as const),
      job,
      page: fc.constantFrom('its own' as const, 'another' as const, 'on the base' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('keep house' as const), machine }) },
  { weight: 3, arbitrary: checks },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('handle host' as const), machine, standsAt: standsAt(20) }) },
  { weight: 2, arbitrary: hostDisturbance },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('event' as const), isRepeated: fc.boolean(), standsAt: standsAt(2) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('check automation' as const), machine, standsAt: standsAt(20) }),
  },
  { weight: 3, arbitrary: automationDisturbance },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('overtake automation' as const),
      machine,
      places: fc.integer({ min: 0, max: 12 }),
    }),
  },
);

/**
 * Usually a request is answered at once; otherwise it stands at a statement of its transaction until it may continue.
 */
function standsAt(most = 5) {
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: most }) },
  );
}

export const lifecycle: fc.Arbitrary<Lifecycle> = fc.record({
  first: create,
  moves: fc.array(move, { minLength: 4, maxLength: 16, size: 'max' }),
});
