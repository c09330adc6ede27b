import type { AgentDocs, Coverage, Problem } from '../agent/ports.ts';
import type { StyleReport } from '../style-check/style-check.ts';
import type { StyleChange } from '../style-check/changed-files.ts';
import type { WorkerServices } from './services.ts';

/** The docs of a turn, whose checks answer what the repository's rules of style say, too. */
export function withStyle<Docs extends Pick<AgentDocs, 'check' | 'introduced'>>(
  docs: Docs,
  style: WorkerServices['style'],
  change: StyleChange,
): Docs {
  if (style === undefined) return docs;
  return {
    ...docs,
    async introduced() {
      const found = await docs.introduced();
      const report = found && (await style.look(change));
      return found && report ? joined(found, report, report.introduced) : found;
    },
    async check(paths) {
      const found = await docs.check(paths);
      const report = await style.look({ ...change, paths });
      if (report === undefined) return found;
      const all = [...report.introduced, ...report.earlier];
      return joined(found, report, paths === undefined ? all : all.filter(({ path }) => paths.includes(path)));
    },
  };
}

/** What the checks say of a turn's change, with what it does against the rules of style: their errors stop it, too. */
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

function joined<Found extends { problems: Problem[]; coverage: Coverage }>(
  found: Found,
  { notes }: StyleReport,
  findings: readonly Problem[],
): Found {
  return { ...found, problems: [...found.problems, ...findings], coverage: withNotes(found.coverage, notes) };
}

/** What was not checked stands beside what could not be judged: it never passes for right. */
function withNotes(coverage: Coverage, notes: readonly string[]): Coverage {
  return notes.length === 0 ? coverage : { ...coverage, notUsed: [...(coverage.notUsed ?? []), ...notes] };
}
