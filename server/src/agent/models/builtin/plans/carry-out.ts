import type { Instruction } from '../grammar/instruction.ts';
import { addMissing } from './page/add-missing.ts';
import { addPage } from './page/add-page.ts';
import { deleteFolders } from './page/delete-folders.ts';
import { deletePages } from './page/delete-pages.ts';
import { fixProblems } from './fix/fix-problems.ts';
import { listProblems } from './fix/list-problems.ts';
import { moveFolder } from './page/move-folder.ts';
import { movePage } from './page/move-page.ts';
import { normalisePages } from './fix/normalise-headings.ts';
import type { PlanContext, Outcome, Plan } from './plan.ts';
import { redirect } from './page/redirect.ts';
import { replace } from './replace/replace.ts';
import { sortNavigation } from './page/sort-navigation.ts';

/** Returns the plan for an instruction. */
export function carryOut(context: PlanContext, instruction: Instruction): Plan<Outcome> {
  switch (instruction.kind) {
    case 'replace':
      return replace(context, instruction);
    case 'fix':
      return fixProblems(context, instruction);
    case 'list-problems':
      return listProblems(context, instruction);
    case 'add-page':
      return addPage(context, instruction);
    case 'move-page':
      return movePage(context, instruction);
    case 'delete-pages':
      return deletePages(context, instruction);
    case 'move-folder':
      return moveFolder(context, instruction);
    case 'delete-folders':
      return deleteFolders(context, instruction);
    case 'redirect':
      return redirect(context, instruction);
    case 'add-missing':
      return addMissing(context, instruction);
    case 'normalise-headings':
      return normalisePages(context, instruction);
    case 'sort-navigation':
      return sortNavigation(context);
  }
}
