import { CopydeskError } from '@copydesk/contract';
import { addPageGrammar } from './instructions/add-page.ts';
import { readClauses } from './clauses.ts';
import { sourceTextOf } from './cursor.ts';
import { fixGrammar, listProblemsGrammar } from './instructions/fix.ts';
import type { Clause, Grammar, Instruction } from './instruction.ts';
import { deleteFoldersGrammar, moveFolderGrammar } from './folders.ts';
import { nearestForm } from './nearest.ts';
import { deletePagesGrammar, movePageGrammar } from './pages.ts';
import { redirectGrammar } from './instructions/redirect.ts';
import { replaceGrammar } from './instructions/replace.ts';
import { severalGrammar } from './several.ts';
import { addMissingGrammar, normaliseHeadingsGrammar, sortNavigationGrammar } from './site-wide.ts';

/** Every grammar; those that accept only fixed words come first. */
const grammars: readonly Grammar[] = [
  fixGrammar,
  listProblemsGrammar,
  addMissingGrammar,
  normaliseHeadingsGrammar,
  sortNavigationGrammar,
  redirectGrammar,
  addPageGrammar,
  moveFolderGrammar,
  deleteFoldersGrammar,
  movePageGrammar,
  deletePagesGrammar,
  severalGrammar,
  replaceGrammar,
];

/** A prompt with more instructions than this is considered something else. */
const maximumInstructions = 500;

/**
 * Reads all instructions of a prompt, in time linear in its length.
 *
 * @throws CopydeskError `instruction_not_understood`, naming the first part that is no instruction. Then none is
 *   carried out.
 */
export function readPrompt(prompt: string): Instruction[] {
  const clauses = readClauses(prompt);
  if (clauses.length === 0) throw notUnderstood(prompt.trim(), undefined, 'there is no instruction in it');
  if (clauses.length > maximumInstructions) {
    throw notUnderstood(prompt.trim(), undefined, `it has more than ${maximumInstructions} instructions`);
  }
  return clauses.flatMap(readClause);
}

/** A clause of more words and quotations than this is no instruction. */
const longestClause = 300;

function readClause(clause: Clause): Instruction | Instruction[] {
  if (clause.tokens.length > longestClause) {
    throw notUnderstood(clause.source.slice(clause.tokens[0]?.start), clause, 'it is too long for one instruction');
  }
  let hint: string | undefined;
  for (const grammar of grammars) {
    const read = grammar(clause);
    if (read === undefined) continue;
    if (Array.isArray(read) || read.kind !== 'misread') return read;
    hint ??= read.hint;
  }
  throw notUnderstood(sourceTextOf(clause.source, clause.tokens), clause, hint);
}

/** How much of a prompt the error quotes. */
const longestQuote = 200;

/** Says in two lines what was not understood, what is nearest to it, and where all forms are described. */
function notUnderstood(part: string, clause?: Clause, hint?: string): CopydeskError {
  const quoted = part.length > longestQuote ? `${part.slice(0, longestQuote).toWellFormed()}…` : part;
  const why = hint === undefined ? '' : ` (${hint})`;
  const nearest = clause === undefined ? '' : ` The most similar form: ${nearestForm(clause)}.`;
  return new CopydeskError(
    'instruction_not_understood',
    `The built-in copyeditor did not understand ${JSON.stringify(quoted)}${why}; nothing was changed.${nearest}\n` +
      '/docs/copyeditor lists all forms. For other instructions, set another model for the project, in its ' +
      'settings, by project set --model, or by COPYDESK_MODEL for all projects: /docs/models lists them.',
  );
}
