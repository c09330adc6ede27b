import { stepsIn } from '../../../http/replies/event-stream.ts';
import { entries } from '../step/entries.ts';
import { jobParts } from '../page.ts';
import type { JobView } from '../view.ts';

/** The update of a job that all of its open pages receive. */
export interface LiveUpdate {
  /** The sequence number of the last entry. */
  last: number;
  /** Whether more entries follow. */
  hasMore: boolean;
  isActive: boolean;
  /** The number of the last step among the entries. */
  steps: number | undefined;
  /** The parts of the page that show the job's present state. */
  parts: string;
  /** The event of the stream, in one buffer that all readers share, so that slow readers do not each keep a copy. */
  message: Buffer;
}

/** Renders the update for pages that have all entries except those of the view. */
export function renderUpdate(view: JobView): LiveUpdate {
  const parts = jobParts(view).markup;
  const shown = entries(view.events, view).map(({ markup }) => markup);
  return {
    last: view.last,
    hasMore: view.hasMore,
    isActive: view.job.status === 'active',
    steps: stepsIn(view.events),
    parts,
    message: Buffer.from(formatPart(view.last, `${parts}<ol>${shown.join('')}</ol>`)),
  };
}

/**
 * Formats an event. Texts from outside may contain line breaks of any kind, each of which ends a line of the stream.
 */
function formatPart(last: number, markup: string): string {
  const lines = markup.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`);
  return `id: ${last}\nevent: part\n${lines.join('')}\n`;
}
