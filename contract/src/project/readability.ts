import { z } from 'zod';
import { projectPlace } from './project-settings.ts';
import { ReadabilityRule } from './readability-rules.ts';

/** Something that makes a page, or the docs, harder to read for AI. */
export const ReadabilityWarning = z
  .object({
    rule: ReadabilityRule,
    path: z.string(),
    line: z.int().describe('From 1'),
    message: z.string(),
  })
  .meta({ id: 'ReadabilityWarning' });

export type ReadabilityWarning = z.infer<typeof ReadabilityWarning>;

/** The query of how well AI readers can read the docs. */
export const ReadabilityQuery = z.object({
  ref: projectPlace.ref.optional().describe('Another branch than the one that jobs start from'),
  rule: ReadabilityRule.optional().describe('Only the warnings of this rule'),
});

export type ReadabilityQuery = z.output<typeof ReadabilityQuery>;

const size = {
  characters: z.int().describe('The length of what AI readers get'),
  tokens: z.int().describe('About how many tokens these are for a model: a quarter of the characters'),
};

/** How well AI readers can read the docs of a project. */
export const Readability = z
  .object({
    ref: z.string(),
    commit: z.string().describe('The head of the branch'),
    pages: z.int().describe('How many pages were read'),
    ...size,
    longest: z.array(z.object({ path: z.string(), ...size })).describe('The ten longest pages'),
    index: z
      .object({
        state: z
          .enum(['file', 'made', 'none'])
          .describe('`file`: in the repository. `made`: by the generator, a plugin or the host of the site'),
        source: z.string().nullable().describe('The file, or what makes it'),
        links: z.int().nullable().describe('How many of its links lead to the site; null without a file'),
      })
      .describe("The site's `llms.txt` (llmstxt.org)"),
    rules: z
      .array(
        z.object({
          rule: ReadabilityRule,
          isOn: z.boolean().describe('Whether the project has it on'),
          warnings: z.int().nullable().describe('How many there are; null for a rule that is off'),
        }),
      )
      .describe('All rules'),
    warnings: z.array(ReadabilityWarning).describe('The first 1,000, by path and line'),
    notJudged: z.array(z.string()).describe('What was not checked and why, one line each'),
  })
  .meta({ id: 'Readability' });

export type Readability = z.infer<typeof Readability>;

/** The query of the pages that a job changes. */
export const JobPagesQuery = z.object({
  path: z.string().min(1).max(1_000).optional().describe('Only this page, with its text before and after'),
});

export type JobPagesQuery = z.output<typeof JobPagesQuery>;

/** A page as AI readers get it. */
export const ReaderPage = z
  .object({
    ...size,
    lost: z
      .array(
        z.object({
          kind: z
            .enum(['tabs', 'image', 'frame', 'component', 'include', 'computed'])
            .describe(
              '`tabs`: the text has all of them in a row. `image`: only its words remain. `frame`: a video or another page in it. ' +
                '`component`: what a program shows in its place. `include`: text from another file. `computed`: an expression.',
            ),
          line: z.int().describe('From 1, in the source'),
          name: z.string().describe('The component, the address, the file, or the beginning of the expression'),
        }),
      )
      .describe('What people see there and AI readers do not get, or get otherwise'),
    text: z.string().nullable().describe('The page as AI readers get it, as Markdown; null unless `path` asks for it'),
  })
  .meta({ id: 'ReaderPage' });

export type ReaderPage = z.infer<typeof ReaderPage>;

/** The pages that a job changes, as AI readers get them. */
export const JobPages = z
  .object({
    baseCommit: z.string().nullable().describe('The commit on which the job started'),
    headCommit: z.string().nullable().describe('The last commit of the job; null while a turn is in progress'),
    pages: z
      .array(
        z.object({
          path: z.string(),
          before: ReaderPage.nullable().describe('null if the page is new, or cannot be parsed'),
          after: ReaderPage.nullable().describe('null if the page is removed, or cannot be parsed'),
          why: z.string().nullable().describe('Why it cannot be parsed; null if it can'),
        }),
      )
      .describe('By path; the first 300'),
    pagesInAll: z.int(),
    warnings: z.array(ReadabilityWarning).describe('What the change introduced'),
  })
  .meta({ id: 'JobPages' });

export type JobPages = z.infer<typeof JobPages>;
