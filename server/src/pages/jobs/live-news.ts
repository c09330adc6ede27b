import { stepsIn } from '../../http/event-stream.ts';
import { entries } from './entries.ts';
import { jobParts } from './page.ts';
import type { JobView } from './view.ts';

/** What is new of a job, as all of its open pages are sent it. */
export interface News {
  /** The sequence number of its last entry. */
  last: number;
  /** Whether more entries follow. */
  hasMore: boolean;
  isActive: boolean;
  /** The last step among its entries. */
  steps: number | undefined;
  /** The parts of the page that stand for how the job is now. */
  parts: string;
  /** The event of the stream, in one buffer for all who are sent it: for slow readers it is kept once. */
  message: Buffer;
}

/** Renders what pages lack that have all entries but those of the view. */
export function newsOf(view: JobView): News {
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

/** Texts of others may have line breaks of any kind, each of which ends a line of the stream. */
function formatPart(last: number, markup: string): string {
  const lines = markup.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`);
  return `id: ${last}\nevent: part\n${lines.join('')}\n`;
}
