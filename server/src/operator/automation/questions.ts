import type { AskedQuestions, ProposalsQuery, ProposedQuestions, QuestionsQuery } from '@copydesk/contract';

/** What operators do about the questions that docs must answer. */
export interface QuestionServices {
  /**
   * Fetches the branch and asks the docs at its head the questions that they must answer; with `judge` a model, too.
   * @throws CopydeskError `not_found`, `repository_*`, `ref_not_found`, `no_questions`, `model_not_configured`
   */
  askProject(id: string, query: QuestionsQuery): Promise<AskedQuestions>;
  /**
   * Fetches the branch and proposes questions for the pages that AI reads most.
   * @throws CopydeskError `not_found`, `repository_*`, `ref_not_found`
   */
  proposeQuestions(id: string, query: ProposalsQuery): Promise<ProposedQuestions>;
}
