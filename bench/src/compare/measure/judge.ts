import { median } from '../../support/figures.ts';
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
  /** Now to before: for a median or a mean, the median of the ratios of all rounds. */
  ratio: number;
  /** By how much the ratio may be wrong, as a share: 0.1 for 10 %. */
  noise: number;
  verdict: 'better' | 'worse' | 'no difference';
}

const resamples = 400;
const confidence = 0.95;

type Lanes = readonly Samples[LaneName][];

/** The states differ when the ratio is beyond what it may be wrong by, and beyond what anybody cares about. */
export function judge(figure: Figure, samples: Samples): Judged {
  const lanesOf = (side: Side): Lanes => laneNames.filter((name) => sideOf(name) === side).map((name) => samples[name]);
  const [before, now] = [lanesOf('before'), lanesOf('now')];
  const rounds = roundsOf([...before, ...now]);
  const ratio = ratioOf(figure, now, before, rounds);
  const noise = noiseOf(figure, { before, now, ratio }, rounds);
  return {
    before: summaryOf(figure, before, rounds),
    now: summaryOf(figure, now, rounds),
    ratio,
    noise,
    verdict: verdictOf(figure, ratio, noise),
  };
}

/** The mean of the lanes: the median of all their values would jump between two lanes that differ. */
function summaryOf(figure: Figure, lanes: Lanes, rounds: readonly number[]): number {
  const of = (lane: Samples[LaneName]): number =>
    summarise(
      figure,
      rounds.flatMap((round) => lane[round] ?? []),
    );
  return lanes.reduce((sum, lane) => sum + of(lane), 0) / lanes.length;
}

/**
 * Compares within each round, and takes the median of the ratios: a machine that is slower in some rounds is so for all
 * lanes. What few values are above can only be said of all rounds together.
 */
function ratioOf(figure: Figure, ones: Lanes, others: Lanes, rounds: readonly number[]): number {
  const of = (some: readonly number[]): number => summaryOf(figure, ones, some) / summaryOf(figure, others, some);
  const isTypical = figure.summary === 'median' || figure.summary === 'mean';
  return isTypical ? median(rounds.map((round) => of([round]))) : of(rounds);
}

function roundsOf(lanes: Lanes): number[] {
  return Array.from({ length: Math.min(...lanes.map(({ length }) => length)) }, (_, round) => round);
}

function verdictOf({ better, least }: Figure, ratio: number, noise: number): Judged['verdict'] {
  // Not a number: nothing may be concluded from it.
  if (!(Math.abs(Math.log(ratio)) > Math.log(1 + Math.max(noise, least)))) return 'no difference';
  return ratio < 1 === (better === 'lower') ? 'better' : 'worse';
}

/**
 * Returns by how much the ratio may be wrong. Two things add to it, as independent errors do: what makes one process
 * slower than another for as long as it lives, which is seen between the lanes of one state, and the spread from round
 * to round. Of the latter, 95 of 100 repetitions have no more: each takes as many rounds as there are, at random and
 * some of them repeatedly (the bootstrap).
 */
function noiseOf(
  figure: Figure,
  { before, now, ratio }: Record<Side, Lanes> & { ratio: number },
  rounds: readonly number[],
): number {
  const ofProcess = Math.max(...[before, now].map((lanes) => differenceOfLanes(figure, lanes, rounds)));
  const random = randomNumbers(1);
  const errors = Array.from({ length: resamples }, () => {
    const drawn = rounds.map(() => Math.floor(random() * rounds.length));
    return Math.abs(Math.log(ratioOf(figure, now, before, drawn) / ratio));
  }).sort((left, right) => left - right);
  const ofRounds = errors[Math.ceil(confidence * resamples) - 1] ?? Number.NaN;
  return Math.expm1(Math.hypot(ofProcess, ofRounds));
}

function differenceOfLanes(figure: Figure, [one = [], other = []]: Lanes, rounds: readonly number[]): number {
  return Math.abs(Math.log(ratioOf(figure, [one], [other], rounds)));
}
