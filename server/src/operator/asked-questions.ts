/** What the docs of a project answer, and what they do not. */
export interface AskedQuestions {
  ref: string;
  /** Of the branch. */
  commit: string;
  answers: {
    question: string;
    /** The page that answers it or should; null where any may and none does. */
    page: string | null;
    isAnswered: boolean;
    /** What that page does not hold. */
    missing: string[];
  }[];
  /** What could not be asked and why, a line each. */
  notAsked: string[];
}
