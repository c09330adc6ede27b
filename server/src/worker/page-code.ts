import { CopydeskError } from '@copydesk/contract';
import { safeCode } from '../code-hosts/safe-text.ts';
import type { NewCode } from '../docs/engine.ts';
import { isWithin } from '../docs/paths.ts';
import type { MandateSettings } from '../mandate/mandate.ts';
import type { GitTree } from '../workspace/workspace.ts';
import { mergedBy } from './check-mandate.ts';
import type { WorkerServices } from './services.ts';
import type { PreparedTurn } from './turn.ts';

/**
 * Looks for code that a turn brings into pages and data of the docs, and that is nowhere in them yet. What runs when the site is
 * built is refused; of all else, reviewers are told.
 *
 * @returns what stands above the description of the pull request, '' where it brings none.
 * @throws CopydeskError `path_refused`, `repository_*`.
 */
export async function judgePageCode(
  services: Pick<WorkerServices, 'docs'>,
  settings: MandateSettings,
  turn: PreparedTurn,
): Promise<string> {
  const { repository, tree, baseCommit, branchBase, mergeHead } = turn;
  if (tree.changes().length === 0) return '';
  const broughtSince = async (before: GitTree) =>
    await services.docs.newCode({ before, after: tree, folder: settings.docsFolder }, filesOf(before, settings));
  const merged = await mergedBy(turn);
  const found = await broughtSince(await repository.openTree(baseCommit, { changes: merged }));
  const named = new Set(settings.allow);
  const refused = found.filter(({ runs, path }) => runs === 'build' && !named.has(path));
  if (refused.length > 0) throw pageCodeRefused(refused);
  // Reviewers see all that the branch has, of earlier turns too.
  const isLonger = mergeHead === null && branchBase !== baseCommit;
  return tellNewCode(isLonger ? await broughtSince(await repository.openTree(branchBase)) : found);
}

function filesOf(before: GitTree, { docsFolder }: MandateSettings) {
  const includes = (path: string) => isWithin(path, docsFolder);
  return async (pattern: string, limit: number): Promise<string[]> => {
    const found = await before.search({ pattern, syntax: 'text', ignoreCase: false, includes, limit, filesOnly: true });
    return found.files.map(({ path }) => path);
  };
}

const placesRefused = 5;
const placesTold = 20;
const longestCode = 160;

function pageCodeRefused(found: readonly NewCode[]): CopydeskError {
  const places = found.slice(0, placesRefused).map(({ path, line, text }) => `${path}:${line}: ${short(text)}`);
  const more = found.length > placesRefused ? `, and ${found.length - placesRefused} more` : '';
  const what = 'The change brings code that runs when the site is built, and that is nowhere in the docs yet';
  return new CopydeskError(
    'path_refused',
    `${what}: ${places.join('; ')}${more}. Nothing was pushed. Ask for the change without it, or have people write it.`,
  );
}

/** As code: it quotes pages, whose links and mentions are not the pull request's own. */
export function tellNewCode(found: readonly NewCode[]): string {
  if (found.length === 0) return '';
  const items = found.slice(0, placesTold).map(({ path, line, runs, text }) => {
    const where = runs === 'build' ? ' when the site is built' : ' in the browsers of readers';
    return `- ${safeCode(`${path}:${line}`)} runs code${where}: ${safeCode(short(text))}`;
  });
  if (found.length > placesTold) items.push(`- … ${found.length - placesTold} more`);
  return ['**This change brings code into pages.** Look at each before you merge.\n', ...items].join('\n');
}

function short(text: string): string {
  return text.length > longestCode ? `${text.slice(0, longestCode).toWellFormed()}…` : text;
}
