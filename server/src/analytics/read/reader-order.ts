import { compareBytes } from './compare-bytes.ts';

interface CountedReader {
  name: string;
  operator: string;
  /** Absent for bots. */
  purpose?: string;
  views: number;
}

/**
 * The order of agents and of bots: by views, most first; those with equally many by name, operator and purpose, each by
 * its bytes. An agent may have been of another operator or purpose under an older set of rules, and one without a name has
 * several purposes: it is listed for each, and pages of a list neither repeat nor skip one.
 */
export function compareReaders(left: CountedReader, right: CountedReader): number {
  return (
    right.views - left.views ||
    compareBytes(left.name, right.name) ||
    compareBytes(left.operator, right.operator) ||
    compareBytes(left.purpose ?? '', right.purpose ?? '')
  );
}
