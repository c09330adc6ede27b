import { median, percentile } from '../../support/figures.ts';

/** Something that is measured in both states. */
export interface Figure {
  name: string;
  unit: string;
  /** What stands for all values of a lane. */
  summary: Summary;
  better: 'lower' | 'higher';
  /** The smallest difference that is reported, as a share: below it, nobody acts. */
  least: number;
}

export type Summary = 'median' | 'p95' | 'p99' | 'mean' | 'highest';

const summaries: Record<Summary, (values: readonly number[]) => number> = {
  median,
  p95: (values) => percentile(values, 0.95),
  p99: (values) => percentile(values, 0.99),
  mean: (values) => values.reduce((sum, value) => sum + value, 0) / values.length,
  highest: (values) => Math.max(...values),
};

export function summarise({ summary }: Figure, values: readonly number[]): number {
  return summaries[summary](values);
}

/** A median of times. */
export function time(name: string, unit = 'ms'): Figure {
  return { name, unit, summary: 'median', better: 'lower', least: 0.05 };
}

/** A time that few are above. */
export function slowest(name: string, summary: 'p95' | 'p99', unit = 'ms'): Figure {
  return { name, unit, summary, better: 'lower', least: 0.15 };
}

/** The processor time of the server and all of its descendants, git and PostgreSQL among them. */
export function processorTime(name: string, unit: string): Figure {
  return { name, unit, summary: 'mean', better: 'lower', least: 0.05 };
}

/** The largest resident set of the server's process. It depends on when garbage is collected. */
export function peakMemory(name: string): Figure {
  return { name, unit: 'MB', summary: 'highest', better: 'lower', least: 0.15 };
}
