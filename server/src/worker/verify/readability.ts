import type { Problem } from '../../agent/ports.ts';
import type { DocsTree } from '../../docs/engine.ts';
import type { Project } from '../../projects/project.ts';
import type { WorkerServices } from '../services.ts';

/** Returns what a change makes harder to read for AI, by the rules that the project has on. All of it are warnings. */
export async function readabilityWarnings(
  { docs }: Pick<WorkerServices, 'docs'>,
  { docsFolder: folder, readabilityOff }: Pick<Project, 'docsFolder' | 'readabilityOff'>,
  { before, after }: { before: DocsTree; after: DocsTree },
): Promise<Problem[]> {
  const warnings = await docs.newReadersWarnings({ before, after, folder });
  const off = new Set<string>(readabilityOff);
  return warnings.flatMap((warning) => (off.has(warning.rule) ? [] : [{ ...warning, severity: 'warning' as const }]));
}
