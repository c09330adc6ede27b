import { z } from 'zod';
import { PageReader, PageReferrer } from '../reader/readers.ts';
import { Totals } from '../reader/views.ts';

/** How a delivery changes a file, and the pages that readers know it as: null where those are unknown. */
export type TouchedFile = Pick<ImpactFile, 'file' | 'change' | 'movedTo' | 'linkedFrom'> & { pages: string[] | null };

/** How a job changes a file. */
export const FileChange = z.enum(['added', 'changed', 'moved', 'removed']).meta({ id: 'FileChange' });

export type FileChange = z.infer<typeof FileChange>;

/** Whether readers no longer find the file at its old place. */
export function removesOldPath(change: FileChange): boolean {
  return change === 'removed' || change === 'moved';
}

/** Whether somebody reads the file, or it disappears while pages link to it. */
export function isAtStake({ totals, change, linkedFrom }: ImpactFile): boolean {
  return totals.total > 0 || (removesOldPath(change) && (linkedFrom ?? 0) > 0);
}

/** One file that a job touched, and who reads it. */
export const ImpactFile = z
  .object({
    file: z.string().describe('The path in the repository, before the job'),
    change: FileChange,
    movedTo: z.string().nullable().describe('For a moved file, its path in the repository after the job'),
    pages: z.array(z.string()).describe('The paths of its pages, as in page views; empty if the file is no page'),
    totals: Totals.describe('Views of its pages'),
    agents: z.array(PageReader).describe('The AI agents that read it most; at most 5'),
    referrers: z
      .array(PageReferrer)
      .describe(
        'Where most of its readers came from, by the latest 500 views of each page that have a referrer; at most 5, and none for pages ' +
          'beyond the 20 that are read most',
      ),
    linkedFrom: z
      .int()
      .nullable()
      .describe('Pages of the docs that linked to it before the job; null if that was not counted'),
  })
  .meta({ id: 'ImpactFile' });

export type ImpactFile = z.infer<typeof ImpactFile>;

/** Who reads the pages that a job touches: what is at stake before its pull request is merged. */
export const JobImpact = z
  .object({
    from: z.iso.datetime().describe('Views count from this midnight (UTC) on: those of the last 30 days and of today'),
    isCounted: z.boolean().describe('Whether the project ever collected page views; if not, all counts are 0'),
    totals: Totals.describe('Views of all pages that the job changes, each page once'),
    goneTotals: Totals.describe('Of these, views of the pages that it removes or moves, each page once'),
    agents: z.array(PageReader).describe('The AI agents that read these pages most; at most 10'),
    files: z
      .array(ImpactFile)
      .describe(
        'Removed files first, then moved, changed and added ones; within each kind those with most views first, then those ' +
          'that most pages link to; at most 1,000',
      ),
    filesInAll: z.int().describe('How many files there are, including those beyond 1,000, which the totals leave out'),
    filesNotLocated: z
      .int()
      .describe(
        'Files whose pages are unknown, for example because an older version delivered them or no views were collected',
      ),
  })
  .meta({ id: 'JobImpact' });

export type JobImpact = z.infer<typeof JobImpact>;
