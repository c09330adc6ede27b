import { isCopydeskError } from '@copydesk/contract';
import { z } from 'zod';
import type { CopyeditorDocs, PlanContext } from './plans/plan.ts';

/** A context that records what a plan learned besides tool results, and can replay such notes. */
export interface RecordingContext extends PlanContext {
  /** Begins a step: with the notes of a recorded one, or to make new ones. */
  begin(notes: unknown[] | undefined): void;
  /** What was noted since a new step began. */
  notes(): unknown[];
}

/** A note: what the docs answered about the tree, or the page that they could not parse. */
const Note = z.union([z.object({ answer: z.unknown() }), z.object({ refused: z.string() })]);

type Note = z.infer<typeof Note>;

/** Opens the context of a program that may be run again over recorded steps. */
export function openPlanContext(docs: CopyeditorDocs): RecordingContext {
  let recorded: unknown[] | undefined;
  let refused = new Set<string>();
  let made: Note[] = [];
  return {
    docs,
    begin(notes) {
      const known = (notes ?? []).flatMap((note) => Note.safeParse(note).data ?? []);
      recorded = notes && known.flatMap((note) => ('answer' in note ? [note.answer] : []));
      refused = new Set(known.flatMap((note) => ('refused' in note ? [note.refused] : [])));
      made = [];
    },
    notes: () => made,
    async parse(path, text) {
      if (refused.has(path)) return undefined;
      try {
        return await docs.parse(path, text);
      } catch (error) {
        if (!isCopydeskError(error, 'file_refused')) throw error;
        made.push({ refused: path });
        return undefined;
      }
    },
    async recordAnswer(shape, ask) {
      // Recorded answers come in the order of the questions.
      const answer = recorded !== undefined && recorded.length > 0 ? shape.parse(recorded.shift()) : await ask();
      made.push({ answer });
      return answer;
    },
  };
}
