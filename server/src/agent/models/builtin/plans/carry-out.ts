import type { Instruction } from '../grammar/instruction.ts';
import { addMissing } from './add-missing.ts';
import { addPage } from './add-page.ts';
import { deleteFolders } from './delete-folders.ts';
import { deletePages } from './delete-pages.ts';
import { fixProblems } from './fix-problems.ts';
import { listProblems } from './list-problems.ts';
import { moveFolder } from './move-folder.ts';
import { movePage } from './move-page.ts';
import { normalisePages } from './normalise-headings.ts';
import type { Desk, Outcome, Plan } from './plan.ts';
import { redirect } from './redirect.ts';
import { replace } from './replace.ts';
import { sortNavigation } from './sort-navigation.ts';

/** Returns the plan for an instruction. */
export function carryOut(desk: Desk, instruction: Instruction): Plan<Outcome> {
  switch (instruction.kind) {
    case 'replace':
      return replace(desk, instruction);
    case 'fix':
      return fixProblems(desk, instruction);
    case 'list-problems':
      return listProblems(desk, instruction);
    case 'add-page':
      return addPage(desk, instruction);
    case 'move-page':
      return movePage(desk, instruction);
    case 'delete-pages':
      return deletePages(desk, instruction);
    case 'move-folder':
      return moveFolder(desk, instruction);
    case 'delete-folders':
      return deleteFolders(desk, instruction);
    case 'redirect':
      return redirect(desk, instruction);
    case 'add-missing':
      return addMissing(desk, instruction);
    case 'normalise-headings':
      return normalisePages(desk, instruction);
    case 'sort-navigation':
      return sortNavigation(desk);
  }
}
