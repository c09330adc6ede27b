/** The files of one moment: what this room needs of a git tree. */
export interface QuestionsTree {
  /** Sorted by path. */
  entries(): { path: string; kind: 'file' | 'symlink' | 'submodule'; blob: string }[];
  /** `blob` names the content: equal ones mean equal bytes. */
  entry(path: string): { kind: 'file' | 'symlink' | 'submodule'; blob: string } | undefined;
  /** @throws when there is no such file, or when it is over the tree's own size limit. */
  read(path: string): Promise<Uint8Array>;
}

/** Where a repository keeps its questions. */
export const questionsPath = '.copydesk/questions.yaml';

/** A question that the docs must answer. */
export interface Question {
  text: string;
  /** The page that must answer it; null where any page of the docs may. */
  page: string | null;
  /** What an answer must hold, all of it. */
  facts: Fact[];
  /** Where it stands in its file, from 1. */
  line: number;
}

/** Something that an answer must hold. */
export interface Fact {
  /** As it stands in the file: the words, or the pattern between slashes. */
  name: string;
  /** Whether a page's text, as {@link answerText} makes it, holds it. */
  isIn: (text: string) => boolean;
}

/** What was read of a file of questions. */
export interface Questions {
  questions: Question[];
  /** What cannot be asked, and why. */
  faults: { line: number; message: string }[];
}
