import { z } from 'zod';

/** What may be merged without a person: changes that are recognised by their files alone. */
export const MergeKind = z.enum(['links', 'spelling', 'redirects']);

export type MergeKind = z.infer<typeof MergeKind>;

const kinds = z
  .array(MergeKind)
  .min(1)
  .max(3)
  .refine((all) => new Set(all).size === all.length, 'must name each kind once')
  .describe(
    '`links`: targets of links that lead to files of the docs; `spelling`: misspelt words of prose; `redirects`: ' +
      'redirects that are added. A change may mix them, and may have nothing else',
  );
const maxFiles = z.int().min(1).max(500).describe('Changed files at most');
const maxChangedLines = z.int().min(1).max(5_000).describe('Added and removed lines at most');
const quarantineHours = z
  .int()
  .min(1)
  .max(720)
  .describe('How long a pull request must have been left alone: a push or a comment of a person begins it anew');
const requireChecks = z
  .boolean()
  .describe('Whether at least one check must have passed at the code host. One that fails or runs holds it up anyway');

/** When Copydesk merges pull requests of its jobs without a person. */
export const MergePolicy = z
  .object({ kinds, maxFiles, maxChangedLines, quarantineHours, requireChecks })
  .meta({ id: 'MergePolicy' });

export type MergePolicy = z.infer<typeof MergePolicy>;

/**
 * A change of a merge policy. Fields that are absent stay as they are; of a policy that was off, they become the
 * defaults, and `kinds` must be given.
 */
export const MergePolicyPatch = z
  .strictObject({
    kinds: kinds.optional(),
    maxFiles: maxFiles.optional(),
    maxChangedLines: maxChangedLines.optional(),
    quarantineHours: quarantineHours.optional(),
    requireChecks: requireChecks.optional(),
  })
  .meta({ id: 'MergePolicyPatch' });

export type MergePolicyPatch = z.infer<typeof MergePolicyPatch>;

/** The values of a policy that names its kinds alone: small changes, left alone for a day, that some check has passed. */
export const mergePolicyDefaults = {
  maxFiles: 20,
  maxChangedLines: 100,
  quarantineHours: 24,
  requireChecks: true,
} as const satisfies Omit<MergePolicy, 'kinds'>;

/** What Copydesk has decided about merging a pull request without a person. */
export const JobMerge = z
  .object({
    decision: z
      .enum(['waits', 'person', 'merging', 'merged'])
      .describe(
        '`waits`: for what `reasons` name; `person`: a person decides about it; `merging`: the code host is asked to; ' +
          '`merged`: Copydesk has merged it',
      ),
    reasons: z.array(z.string()).describe('What decided, in sentences'),
    due: z.iso.datetime({ offset: false }).nullable().describe('When it is merged at the earliest, while it waits'),
  })
  .meta({ id: 'JobMerge' });

export type JobMerge = z.infer<typeof JobMerge>;
