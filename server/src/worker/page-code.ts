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
 * Looks for code, hosts and install commands that a turn brings into pages and data of the docs, and that are nowhere in them
 * yet. Code that runs when the site is built is refused; of all else, reviewers are told.
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
  return tellNews(isLonger ? await broughtSince(await repository.openTree(branchBase)) : found);
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
function tellNews(found: readonly NewCode[]): string {
  const hosts = found.filter(({ kind }) => kind === 'host');
  const commands = found.filter(({ kind }) => kind === 'command');
  const code = found.filter(({ kind }) => kind !== 'host' && kind !== 'command');
  return [
    tellEach(code, 'This change brings code into pages.', (one) =>
      one.runs === 'build' ? 'runs code when the site is built' : 'runs code in the browsers of readers',
    ),
    tellEach(hosts, 'This change leads to hosts that the docs did not name.', () => 'leads to the new host'),
    tellEach(commands, 'This change has install commands that the docs did not have.', () => 'has the install command'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function tellEach(found: readonly NewCode[], headline: string, does: (one: NewCode) => string): string {
  if (found.length === 0) return '';
  const items = found
    .slice(0, placesTold)
    .map((one) => `- ${safeCode(`${one.path}:${one.line}`)} ${does(one)}: ${safeCode(short(one.text))}`);
  if (found.length > placesTold) items.push(`- … ${found.length - placesTold} more`);
  return [`**${headline}** Look at each before you merge.\n`, ...items].join('\n');
}

function short(text: string): string {
  return text.length > longestCode ? `${text.slice(0, longestCode).toWellFormed()}…` : text;
}
