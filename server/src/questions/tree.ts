/** The files at one moment: the part of a git tree that this folder needs. */
export interface QuestionsTree {
  /** Sorted by path. */
  entries(): readonly { path: string; kind: 'file' | 'symlink' | 'submodule'; blob: string }[];
  /** `blob` identifies the content: equal values mean equal bytes. */
  entry(path: string): { kind: 'file' | 'symlink' | 'submodule'; blob: string } | undefined;
  /** @throws when the file does not exist, or is over the tree's own size limit. */
  read(path: string): Promise<Uint8Array>;
}

/** The path of a repository's questions file. */
export const questionsPath = '.copydesk/questions.yaml';

/** A question that the docs must answer. */
export interface Question {
  text: string;
  /** The page that must answer it; null when any page of the docs may. */
  page: string | null;
  /** What an answer must contain, all of it. */
  facts: Fact[];
  /** Its line in the file, from 1. */
  line: number;
}

/** Something that an answer must contain. */
export interface Fact {
  /** As written in the file: the words, or the pattern between slashes. */
  name: string;
  /** Whether a page's text, normalised by {@link answerText}, contains it. */
  isIn: (text: string) => boolean;
}

/** The contents of a questions file. */
export interface Questions {
  questions: Question[];
  /** What cannot be asked, and why. */
  faults: { line: number; message: string }[];
}
