import { CopydeskError } from '@copydesk/contract';
import type { Problem } from '../../agent/ports.ts';
import { safeCode, safeLine } from '../../code-hosts/safe-text.ts';
import type { NewCode } from '../../docs/engine.ts';
import type { MandateSettings } from '../../mandate/mandate.ts';
import type { GitTree } from '../../workspace/workspace.ts';
import type { Project } from '../../projects/project.ts';
import type { LoweredProtection } from '../../projects/protection.ts';
import { filesHolding } from './files-holding.ts';
import type { WorkerServices } from '../services.ts';
import type { PreparedTurn } from '../turn.ts';

/** The project settings for what a change brings into its docs. */
type NewsSettings = MandateSettings & Pick<Project, 'pageCode' | 'newHosts' | 'installCommands'>;

/**
 * Finds code, hosts and install commands that a turn brings into pages and data of the docs and that the docs do not
 * contain yet. Code that runs when the site is built is refused. Reviewers are informed of everything else.
 *
 * @returns what stands above the description of the pull request; '' when the turn brings none.
 * @throws CopydeskError `path_refused`, `repository_*`.
 */
export async function judgePageCode(
  services: Pick<WorkerServices, 'docs'>,
  settings: NewsSettings,
  turn: PreparedTurn,
): Promise<string> {
  const found = await broughtByTurn(services, settings, turn);
  const refused = found.filter((one) => treatmentOf(one, settings) === 'refuse');
  if (refused.length > 0) throw newsRefused(refused);
  const { repository, baseCommit, branchBase, mergeHead, tree } = turn;
  // Reviewers see everything that the branch has, including earlier turns.
  const isLonger = mergeHead === null && branchBase !== baseCommit && tree.changes().length > 0;
  const all = isLonger
    ? await broughtSince(await repository.openTree(branchBase), { services, settings, turn })
    : found;
  return formatNews(all.filter((one) => treatmentOf(one, settings) !== 'allow'));
}

/**
 * Returns what is refused, while the model can still remove it.
 *
 * @throws CopydeskError `repository_*`.
 */
export async function refusedNews(
  services: Pick<WorkerServices, 'docs'>,
  settings: NewsSettings,
  turn: PreparedTurn,
): Promise<NewCode[]> {
  const found = await broughtByTurn(services, settings, turn);
  return found.filter((one) => treatmentOf(one, settings) === 'refuse');
}

/** The rule of such a problem. It cannot be contested: people decide with the project's settings. */
export const refusedRule = 'refused-code';

/** Returns the problem that the model is asked to fix. */
export function asProblem(one: NewCode): Problem {
  const message = `${describeCode(one)}: ${short(one.text)}. ${refusedHere}`;
  return { rule: refusedRule, severity: 'error', path: one.path, line: one.line, message };
}

const refusedHere = 'It is new in the docs, so it is refused: remove it, or use what other pages of the docs use';

async function broughtByTurn(
  services: Pick<WorkerServices, 'docs'>,
  settings: NewsSettings,
  turn: PreparedTurn,
): Promise<NewCode[]> {
  const { repository, tree, baseCommit } = turn;
  if (tree.changes().length === 0) return [];
  const changes = await turn.merged();
  return await broughtSince(await repository.openTree(baseCommit, { changes }), { services, settings, turn });
}

async function broughtSince(
  before: GitTree,
  work: { services: Pick<WorkerServices, 'docs'>; settings: NewsSettings; turn: PreparedTurn },
): Promise<NewCode[]> {
  const { services, settings, turn } = work;
  const change = { before, after: turn.tree, folder: settings.docsFolder };
  return await services.docs.newCode(change, filesHolding(before, settings.docsFolder));
}

/**
 * A file that the project allows by its exact path may contain anything, and reviewers are informed. But no setting
 * opens the machine that builds the site, whose secrets an include would publish.
 */
function treatmentOf({ kind, runs, path }: NewCode, settings: NewsSettings): 'refuse' | 'mark' | 'allow' {
  if (kind === 'outside') return 'refuse';
  if (kind === 'hidden') return 'mark';
  const { pageCode, newHosts, installCommands, allow } = settings;
  const automatic = runs === 'build' ? 'refuse' : 'mark';
  const names = { host: newHosts, command: installCommands };
  const setting = kind === 'host' || kind === 'command' ? names[kind] : pageCode === 'auto' ? automatic : pageCode;
  return setting === 'refuse' && allow.includes(path) ? 'mark' : setting;
}

const placesRefused = 5;
const mostPlaces = 20;
const longestCode = 160;

/** The turn cannot continue with it. */
export function newsRefused(found: readonly NewCode[]): CopydeskError {
  const places = found
    .slice(0, placesRefused)
    .map((one) => `${one.path}:${one.line} ${describeCode(one)}: ${short(one.text)}`);
  const more = found.length > placesRefused ? `; and ${found.length - placesRefused} more` : '';
  return new CopydeskError(
    'path_refused',
    `The change contains what the project refuses and the docs do not have yet: ${places.join('; ')}${more}. ` +
      'Nothing was pushed. Ask for the change without it, or change the setting of the project.',
  );
}

function describeCode({ kind, runs, builder, onServer }: NewCode): string {
  if (kind === 'host') return 'leads to the new host';
  if (kind === 'command') return 'has the install command';
  if (kind === 'hidden') return 'hides from readers';
  if (kind === 'unread') return 'is of a kind of file that is not checked';
  if (kind === 'outside') return 'includes something from outside the repository';
  if (kind === 'include')
    return runs === 'build' ? 'includes something from another site' : 'includes something from outside the docs';
  if (runs === 'reader') return 'runs code in the browsers of readers';
  const by = builder === undefined ? '' : ` by ${builder}`;
  return `runs code when the site is built${by}${onServer ? ', or on its server' : ''}`;
}

/** Formats it as code: it quotes pages, whose links and mentions are not the pull request's own. */
function formatNews(found: readonly NewCode[]): string {
  const hosts = found.filter(({ kind }) => kind === 'host');
  const commands = found.filter(({ kind }) => kind === 'command');
  const hidden = found.filter(({ kind }) => kind === 'hidden');
  const code = found.filter(({ kind }) => kind !== 'host' && kind !== 'command' && kind !== 'hidden');
  return [
    formatEach(code, 'This change adds code to pages.'),
    formatEach(hosts, 'This change leads to hosts that the docs did not name.'),
    formatEach(commands, 'This change has install commands that the docs did not have.'),
    formatEach(hidden, 'This change has texts that readers do not see, and agents do.'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Returns what reviewers read when the project protects less than usual; '' otherwise. */
export function formatLowered(lowered: LoweredProtection | undefined): string {
  if (lowered === undefined) return '';
  const by =
    lowered.by === undefined ? '' : `, by ${safeLine(lowered.by.name)} on ${lowered.by.at.toISOString().slice(0, 10)}`;
  return `**The protection of this project is lowered**${by}: ${lowered.what.map((what) => safeCode(what)).join('; ')}.`;
}

function formatEach(found: readonly NewCode[], headline: string): string {
  if (found.length === 0) return '';
  const items = found
    .slice(0, mostPlaces)
    .map((one) => `- ${safeCode(`${one.path}:${one.line}`)} ${describeCode(one)}: ${safeCode(short(one.text))}`);
  if (found.length > mostPlaces) items.push(`- … ${found.length - mostPlaces} more`);
  return [`**${headline}** Look at each before you merge.\n`, ...items].join('\n');
}

function short(text: string): string {
  return text.length > longestCode ? `${text.slice(0, longestCode).toWellFormed()}…` : text;
}
