import { visit } from '../../store/fold/packed.ts';
import { journalTable, readJournalEntry } from '../../store/tables.ts';
import type { JournalEntry } from '../../store/tables.ts';
import type { Span } from '../time/range.ts';

/**
 * Visits the journal entries that count.
 * @param hours - since 1970: those of the range that packed counts answer.
 */
export function visitJournal(
  journal: readonly Uint8Array[],
  { hours, found }: { hours: Span; found: boolean },
  visitor: (entry: JournalEntry) => void,
): void {
  for (const table of journal) {
    visit(journalTable, table, (row) => {
      const entry = readJournalEntry(row);
      if (entry.found === found && entry.hour >= hours.from && entry.hour < hours.to) visitor(entry);
    });
  }
}
