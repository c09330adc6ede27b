import type { ProductChangedTrigger } from '@copydesk/contract';
import type { ProductChange } from '../../ports.ts';
import { globs } from './globs.ts';

/** What must be done with a change of the product, and why. */
export type Judgement = { verdict: 'take' | 'leave' | 'ask'; why: string };

/**
 * Decides about a change by its author, its labels and its paths. A change that a job of Copydesk has delivered never
 * begins another job, whatever its labels are; among the labels, those that exclude have priority.
 */
export function judge(
  { paths, needed, never, ask }: Pick<ProductChangedTrigger, 'paths' | 'needed' | 'never' | 'ask'>,
  { isOwn, labels, files }: Pick<ProductChange, 'isOwn' | 'labels' | 'files'>,
): Judgement {
  if (isOwn) return { verdict: 'leave', why: 'a job of Copydesk has made it' };
  const no = labelled(labels, never);
  if (no !== undefined) return { verdict: 'leave', why: `it has the label "${no}"` };
  const yes = labelled(labels, needed);
  if (yes !== undefined) return { verdict: 'take', why: `it has the label "${yes}"` };
  const isWithin = globs(paths);
  if (!files.some(isWithin)) return { verdict: 'leave', why: 'it touches none of the paths that count' };
  return ask ? { verdict: 'ask', why: '' } : { verdict: 'take', why: 'it touches paths that count' };
}

/** Hosts compare labels without regard to case. */
function labelled(labels: readonly string[] | null, wanted: readonly string[]): string | undefined {
  const there = new Set((labels ?? []).map((label) => label.toLowerCase()));
  return wanted.find((label) => there.has(label.toLowerCase()));
}
