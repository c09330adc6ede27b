import type { LanguageModelV4Content, LanguageModelV4Prompt } from '@ai-sdk/provider';

/**
 * Returns the job that a helper is called for: its key is in the prompts and in the questions of the rig. '' when there
 * is none.
 */
export function askedKey(prompt: LanguageModelV4Prompt): string {
  return /\bk\d{4,}\b/.exec(JSON.stringify(prompt))?.[0] ?? '';
}

/** Returns the question about the page that all jobs begin with. */
export function questionOf(key: string): { path: string; question: string } {
  return { path: 'docs/index.md', question: `What does it say of ${key}?` };
}

/** Returns the answer of the helper: to a question about a page, or a change described in the requested form. */
export function helpWith(prompt: LanguageModelV4Prompt): LanguageModelV4Content[] {
  const key = askedKey(prompt);
  const isQuestion = JSON.stringify(prompt).includes(questionOf(key).question);
  const described = `TITLE: Edit the pages of ${key}\nCOMMIT:\nAs was asked.\nDESCRIPTION:\nThe helper has described it.`;
  return [{ type: 'text', text: isQuestion ? `Nothing of ${key}: docs/index.md:1-3.` : described }];
}
