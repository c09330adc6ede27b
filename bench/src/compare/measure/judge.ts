import { randomNumbers } from '../../support/random.ts';
import { laneNames, sideOf } from '../states/lane.ts';
import type { LaneName, Side } from '../states/lane.ts';
import { summarise } from './figure.ts';
import type { Figure } from './figure.ts';

/** The values of each lane, by the rounds in which they were measured. */
export type Samples = Record<LaneName, readonly (readonly number[])[]>;

/** Both states, and whether they differ. */
export interface Judged {
  before: number;
  now: number;
  /** `now / before`. */
  ratio: number;
  /** By how much a state seems to differ from itself, as a share: 0.1 for 10 %. */
  noise: number;
  verdict: 'better' | 'worse' | 'no difference';
}

const resamples = 400;
const confidence = 0.95;

/** A state differs when it differs by more than it does from itself, and by more than anybody cares about. */
export function judge(figure: Figure, samples: Samples): Judged {
  // The mean of both lanes: the median of all their values would jump between two lanes that differ.
  const summaryOf = (side: Side): number => {
    const lanes = laneNames.filter((name) => sideOf(name) === side);
    return lanes.reduce((sum, name) => sum + summarise(figure, samples[name].flat()), 0) / lanes.length;
  };
  const [before, now] = [summaryOf('before'), summaryOf('now')];
  const ratio = now / before;
  const noise = Math.max(
    differenceFromItself(figure, samples['before 1'], samples['before 2']),
    differenceFromItself(figure, samples['now 1'], samples['now 2']),
  );
  return { before, now, ratio, noise, verdict: verdictOf(figure, ratio, noise) };
}

function verdictOf({ better, least }: Figure, ratio: number, noise: number): Judged['verdict'] {
  // Not a number: nothing may be concluded from it.
  if (!(Math.abs(Math.log(ratio)) > Math.log(1 + Math.max(noise, least)))) return 'no difference';
  return ratio < 1 === (better === 'lower') ? 'better' : 'worse';
}

/**
 * Returns by how much two lanes of one state seem to differ: in 95 of 100 repetitions, it was no more. A repetition
 * takes as many rounds as there are, at random and some of them repeatedly (the bootstrap), and the same ones of both
 * lanes, since a busy moment of the machine affects both. So the result contains the spread from round to round as well
 * as what makes one process slower than another for as long as it lives.
 */
function differenceFromItself(figure: Figure, one: Samples[LaneName], other: Samples[LaneName]): number {
  const random = randomNumbers(1);
  const rounds = Math.min(one.length, other.length);
  const differences = Array.from({ length: rounds === 1 ? 1 : resamples }, () => {
    const drawn = Array.from({ length: rounds }, () => Math.floor(random() * rounds));
    const of = (lane: Samples[LaneName]): number =>
      summarise(
        figure,
        drawn.flatMap((round) => lane[round] ?? []),
      );
    return Math.abs(Math.log(of(one) / of(other)));
  }).sort((a, b) => a - b);
  return Math.expm1(differences[Math.ceil(confidence * differences.length) - 1] ?? Number.NaN);
}
