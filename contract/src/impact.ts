import { z } from 'zod';
import { PageReader, PageReferrer } from './readers.ts';
import { Totals } from './views.ts';

/** How a delivery changes a file, and the pages that readers know it as: null where those are unknown. */
export type TouchedFile = Pick<ImpactFile, 'file' | 'change' | 'movedTo' | 'linkedFrom'> & { pages: string[] | null };

/** How a job changes a file. */
export const FileChange = z.enum(['added', 'changed', 'moved', 'removed']).meta({ id: 'FileChange' });

export type FileChange = z.infer<typeof FileChange>;

/** Whether readers no longer find the file at its old place. */
export function goesAway(change: FileChange): boolean {
  return change === 'removed' || change === 'moved';
}

/** Whether somebody reads the file, or it disappears while pages link to it. */
export function isAtStake({ totals, change, linkedFrom }: ImpactFile): boolean {
  return totals.total > 0 || (goesAway(change) && (linkedFrom ?? 0) > 0);
}

/** One file that a job touched, and who reads it. */
export const ImpactFile = z
  .object({
    file: z.string().describe('The path in the repository, before the job'),
    change: FileChange,
    movedTo: z.string().nullable().describe('Of a moved file its path in the repository after the job'),
    pages: z.array(z.string()).describe('The paths of its pages, as page views have them; none for what is no page'),
    totals: Totals.describe('Views of its pages'),
    agents: z.array(PageReader).describe('The AI agents that read it most; at most 5'),
    referrers: z
      .array(PageReferrer)
      .describe(
        'Where most of its readers came from, by the latest 500 views of each page that tell; at most 5, and none of pages ' +
          'beyond the 20 that are read most',
      ),
    linkedFrom: z
      .int()
      .nullable()
      .describe('Pages of the docs that linked to it before the job; null where that was not counted'),
  })
  .meta({ id: 'ImpactFile' });

export type ImpactFile = z.infer<typeof ImpactFile>;

/** Who reads the pages that a job touches: what is at stake before its pull request is merged. */
export const JobImpact = z
  .object({
    from: z.iso.datetime().describe('Views from this midnight (UTC) on count: of the last 30 days, and of today'),
    isCounted: z.boolean().describe('Whether page views of the project were ever collected; without, all is 0'),
    totals: Totals.describe('Views of all pages that the job touches, each page once'),
    goneTotals: Totals.describe('Of these, views of the pages that it removes or moves, each page once'),
    agents: z.array(PageReader).describe('The AI agents that read these pages most; at most 10'),
    files: z
      .array(ImpactFile)
      .describe(
        'Removed files first, then moved, changed and added ones; of each kind those with most views first, then those ' +
          'that most pages link to; at most 1,000',
      ),
    filesInAll: z.int().describe('How many files there are, also those beyond 1,000, which the totals leave out'),
    filesNotLocated: z
      .int()
      .describe(
        'Files whose pages are not known, as of deliveries of an older version or made while no views were collected',
      ),
  })
  .meta({ id: 'JobImpact' });

export type JobImpact = z.infer<typeof JobImpact>;
