import { z } from 'zod';
import { projectPlace } from './project-settings.ts';
import { booleanParameter, integerParameter } from '../query.ts';

/** The query of which questions the docs answer. */
export const QuestionsQuery = z.object({
  ref: projectPlace.ref.optional().describe('Another branch than the one that jobs start from'),
  judge: booleanParameter()
    .optional()
    .describe(
      'Whether the `questionsModel` of the project is asked too, for at most 50 questions. That costs tokens and may take minutes; it ' +
        'needs the scope `agent:write`',
    ),
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
        judged: z
          .object({
            model: z.string(),
            answer: z.string().describe('What the model answered from the page alone, at most 2,000 characters'),
            isAnswered: z.boolean().describe('Whether its answer contains all facts'),
            missing: z.array(z.string()).describe('What its answer lacks'),
            cut: z.boolean().describe('Whether it was shown only the beginning of a page'),
          })
          .nullable()
          .describe('What a model answered; null if none was asked, or if it did not answer'),
      }),
    ),
    notAsked: z.array(z.string()).describe('Which questions could not be checked or judged and why, one line each'),
    usage: z
      .object({
        inputTokens: z.int(),
        outputTokens: z.int(),
        costUsd: z.number().nullable().describe('Null if the price of the model is not known'),
      })
      .nullable()
      .describe('What the model has used; null if none answered'),
  })
  .meta({ id: 'AskedQuestions' });

export type AskedQuestions = z.infer<typeof AskedQuestions>;

/** The query of proposals for the questions file. */
export const ProposalsQuery = z.object({
  ref: QuestionsQuery.shape.ref,
  limit: integerParameter({ minimum: 1, maximum: 50 }).default(10).describe('Questions, of the most read page first'),
});

export type ProposalsQuery = z.output<typeof ProposalsQuery>;

/** Questions for the pages that AI reads most and that no question names yet. */
export const ProposedQuestions = z
  .object({
    ref: z.string(),
    commit: z.string().describe('The head of the branch'),
    proposals: z.array(
      z.object({
        question: z.string().describe('Made of a heading or of the title'),
        page: z.string().describe('The page that answers it'),
        facts: z.array(z.string()).describe('What the page contains and an answer needs: one to three texts'),
        aiViews: z.int().describe('The views of the page by AI in the last 30 days'),
      }),
    ),
    withoutFact: z.int().describe('How many pages were left out because they had no fact to ask for'),
    why: z.string().nullable().describe('Why there are no proposals; null if there are'),
    yaml: z.string().describe('The proposals for `.copydesk/questions.yaml`; empty if there are none'),
    place: z
      .enum(['new_file', 'end_of_file', 'by_hand'])
      .describe(
        '`new_file`: `yaml` is the whole file. `end_of_file`: append it to the present file. `by_hand`: it is a whole file whose ' +
          'entries you must put into the present one, which does not end with a list of one entry a line, or is full.',
      ),
  })
  .meta({ id: 'ProposedQuestions' });

export type ProposedQuestions = z.infer<typeof ProposedQuestions>;
