import { z } from 'zod';
import { projectPlace } from './project-settings.ts';

/** The query of which questions the docs answer. */
export const QuestionsQuery = z.object({
  ref: projectPlace.ref.optional().describe('Another branch than the one that jobs start from'),
});

export type QuestionsQuery = z.output<typeof QuestionsQuery>;

/** What the docs of a project answer to the questions that its repository contains. */
export const AskedQuestions = z
  .object({
    ref: z.string(),
    commit: z.string().describe('The head of the branch'),
    answers: z.array(
      z.object({
        question: z.string(),
        page: z
          .string()
          .nullable()
          .describe('The page that answers it or should; null if any page may answer it and none does'),
        isAnswered: z.boolean(),
        missing: z.array(z.string()).describe('What that page lacks'),
      }),
    ),
    notAsked: z.array(z.string()).describe('Which questions could not be checked and why, one line each'),
  })
  .meta({ id: 'AskedQuestions' });

export type AskedQuestions = z.infer<typeof AskedQuestions>;
