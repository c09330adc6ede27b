import { visitEntries } from '../../store/fold/journal.ts';
import type { JournalEntry } from '../../store/tables.ts';
import type { Span } from '../time/range.ts';

/**
 * Visits the journal entries that count. The entry is the same object each time.
 * @param hours - since 1970: those of the range that packed counts answer.
 */
export function visitJournal(
  journal: readonly Uint8Array[],
  { hours, found }: { hours: Span; found: boolean },
  visitor: (entry: JournalEntry) => void,
): void {
  for (const table of journal) {
    visitEntries(table, (entry) => {
      if (entry.found === found && entry.hour >= hours.from && entry.hour < hours.to) visitor(entry);
    });
  }
}
