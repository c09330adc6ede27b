import type { AgentDocs, Coverage, Problem } from '../../agent/ports.ts';
import { compareAnswers } from '../../questions/questions-check.ts';
import type { QuestionsReport } from '../../questions/questions-check.ts';
import type { StyleReport } from '../../style-check/style-check.ts';
import type { StyleChange } from '../../style-check/changed-files.ts';
import type { WorkerServices } from '../services.ts';

/** What further checks report about a change. */
export interface FurtherReport extends StyleReport {
  /** The questions about the touched pages, and whether they were answered before and are answered now. */
  answers: QuestionsReport['touched'];
}

/**
 * Runs what a repository demands of its docs besides intact links: its style rules, where the operator has installed
 * Vale, and the questions that the docs must answer. Returns undefined where it demands neither.
 */
export async function runFurtherChecks(
  { style }: Pick<WorkerServices, 'style'>,
  change: StyleChange,
): Promise<FurtherReport | undefined> {
  const asked = await compareAnswers(change);
  const reports = [await style?.check(change), asked].filter((report) => report !== undefined);
  if (reports.length === 0) return undefined;
  return {
    introduced: reports.flatMap(({ introduced }) => introduced),
    earlier: reports.flatMap(({ earlier }) => earlier),
    notes: reports.flatMap(({ notes }) => notes),
    answers: asked?.touched ?? [],
  };
}

/** Wraps the docs of a turn so that their checks also return what further checks found. */
export function withFurtherChecks<Docs extends Pick<AgentDocs, 'check' | 'introduced'>>(
  docs: Docs,
  services: Pick<WorkerServices, 'style'>,
  change: StyleChange,
): Docs {
  return {
    ...docs,
    async introduced() {
      const found = await docs.introduced();
      const report = found && (await runFurtherChecks(services, change));
      return found && report ? mergeFindings(found, report, report.introduced) : found;
    },
    async check(paths) {
      const found = await docs.check(paths);
      const report = await runFurtherChecks(services, { ...change, paths });
      if (report === undefined) return found;
      const all = [...report.introduced, ...report.earlier];
      return mergeFindings(found, report, paths === undefined ? all : all.filter(({ path }) => paths.includes(path)));
    },
  };
}

/**
 * Adds what further checks found to what the checks report about a turn's change. Their errors stop the change, too.
 */
export function withFindings<Compared extends { problems: Problem[]; warnings: Problem[]; coverage: Coverage }>(
  compared: Compared,
  { introduced, notes }: StyleReport,
): Compared {
  const errors = introduced.filter(({ severity }) => severity === 'error');
  const warnings = introduced.filter(({ severity }) => severity === 'warning');
  return {
    ...compared,
    problems: [...compared.problems, ...errors],
    warnings: [...compared.warnings, ...warnings],
    coverage: withNotes(compared.coverage, notes),
  };
}

function mergeFindings<Found extends { problems: Problem[]; coverage: Coverage }>(
  found: Found,
  { notes }: StyleReport,
  findings: readonly Problem[],
): Found {
  return { ...found, problems: [...found.problems, ...findings], coverage: withNotes(found.coverage, notes) };
}

/** Lists what was not checked beside what could not be judged, so that it never counts as correct. */
function withNotes(coverage: Coverage, notes: readonly string[]): Coverage {
  return notes.length === 0 ? coverage : { ...coverage, notUsed: [...(coverage.notUsed ?? []), ...notes] };
}
