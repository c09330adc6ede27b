import type { AskedQuestions, ProposalsQuery, ProposedQuestions } from '@copydesk/contract';

/** What operators do about the questions that docs must answer. */
export interface QuestionServices {
  /**
   * Fetches the branch and asks the docs at its head the questions that they must answer.
   * @throws CopydeskError `not_found`, `repository_*`, `ref_not_found`, `no_questions`
   */
  askProject(id: string, ref?: string): Promise<AskedQuestions>;
  /**
   * Fetches the branch and proposes questions for the pages that AI reads most.
   * @throws CopydeskError `not_found`, `repository_*`, `ref_not_found`
   */
  proposeQuestions(id: string, query: ProposalsQuery): Promise<ProposedQuestions>;
}
