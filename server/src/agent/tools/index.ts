import { addRedirect } from './add-redirect.ts';
import { withContextRepository, docsOnly } from './context-repository.ts';
import { checkDocs } from './check-docs.ts';
import { contestProblem } from './contest-problem.ts';
import { deleteFile } from './file/delete-file.ts';
import { editFile } from './file/edit-file.ts';
import { listFiles } from './file/list-files.ts';
import { moveFile } from './file/move-file.ts';
import { moveText } from './file/move-text.ts';
import { pageViews } from './page-views.ts';
import { readFileAsking } from './file/read-file-asking.ts';
import { readFile } from './file/read-file.ts';
import { repairNotFound } from './repair-not-found.ts';
import { replaceText } from './file/replace-text.ts';
import { search } from './search.ts';
import type { Tool, ToolContext } from './tool.ts';
import { writeFile } from './file/write-file.ts';

const readingTools = [listFiles, readFile, search];
const readingToolsAsking = [listFiles, readFileAsking, search];
const workingTools = [
  editFile,
  writeFile,
  replaceText,
  moveText,
  moveFile,
  deleteFile,
  addRedirect,
  checkDocs,
  contestProblem,
  pageViews,
];

/** Every tool of the agent. None can reach a shell, a network or a secret. */
export const tools: readonly Tool[] = [...readingTools, ...workingTools].map(docsOnly);

/** Each is made once, because its schema is too. */
const toolsWithRepositories: readonly Tool[] = [
  ...readingTools.map(withContextRepository),
  ...workingTools.map(docsOnly),
];
const toolsAsking: readonly Tool[] = [...readingToolsAsking, ...workingTools].map(docsOnly);
const toolsAskingWithRepositories: readonly Tool[] = [
  ...readingToolsAsking.map(withContextRepository),
  ...workingTools.map(docsOnly),
];

/** For a job that repairs addresses that were not found. */
const repairTools: readonly Tool[] = [docsOnly(repairNotFound)];

/**
 * Returns the tools for a turn. Their schemas mention context repositories, a helper or addresses to repair only if the
 * turn has them.
 */
export function toolsFor(context: Pick<ToolContext, 'repositories' | 'helper' | 'missed'>): readonly Tool[] {
  const usual = usualTools(context);
  return context.missed === undefined ? usual : [...usual, ...repairTools];
}

function usualTools({ repositories = [], helper }: Pick<ToolContext, 'repositories' | 'helper'>): readonly Tool[] {
  if (repositories.length === 0) return helper === undefined ? tools : toolsAsking;
  return helper === undefined ? toolsWithRepositories : toolsAskingWithRepositories;
}
