import { compareBytes } from '../compare-bytes.ts';

interface CountedReader {
  name: string;
  operator: string;
  /** Absent for bots. */
  purpose?: string;
  views: number;
}

/**
 * Orders agents and bots by views, most first; those with equal views by name, operator and purpose, each by its bytes.
 * An agent may have had another operator or purpose under an older rule set, and an agent without a name has several
 * purposes: it is listed for each, and the pages of a list neither repeat nor skip one.
 */
export function compareReaders(left: CountedReader, right: CountedReader): number {
  return (
    right.views - left.views ||
    compareBytes(left.name, right.name) ||
    compareBytes(left.operator, right.operator) ||
    compareBytes(left.purpose ?? '', right.purpose ?? '')
  );
}
