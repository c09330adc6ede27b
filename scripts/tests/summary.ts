import { partOf, parts } from './record.ts';
import type { FileRecord, Part, PartRecord } from './record.ts';

/** What the three parts did together, and what is wrong with it. */
export interface Summary {
  lines: string[];
  /** Why the suite has not passed; empty when each test file has run and none failed. */
  faults: string[];
}

const mostListed = 10;

/** @param testFiles every test file of the checkout. */
export function summarise(testFiles: readonly string[], read: (part: Part) => PartRecord | undefined): Summary {
  const lines: string[] = [];
  const faults: string[] = [];
  const ran: FileRecord[] = [];
  for (const part of parts) {
    const expected = testFiles.filter((file) => partOf(file) === part);
    const record = read(part);
    if (record === undefined) {
      faults.push(`The part "${part}" did not run: ${expected.length} test files.`);
      continue;
    }
    ran.push(...record.files);
    lines.push(`${part.padEnd(5)}  ${describe(record)}`);
    faults.push(...faultsOf(part, expected, record));
  }
  return { lines: [...lines, '', ...slowest(ran)], faults };
}

function describe({ seconds, files }: PartRecord): string {
  const sum = (of: (file: FileRecord) => number): number => files.reduce((total, file) => total + of(file), 0);
  const [passed, failed, skipped] = [
    sum((file) => file.passed),
    sum((file) => file.failed),
    sum((file) => file.skipped),
  ];
  return `${seconds.toFixed(0)} s, ${files.length} files, ${passed} tests passed, ${failed} failed, ${skipped} skipped`;
}

function faultsOf(part: Part, expected: readonly string[], { files }: PartRecord): string[] {
  const ran = new Set(files.map((file) => file.path));
  const missing = expected.filter((file) => !ran.has(file));
  const failed = files.filter((file) => file.failed > 0 || file.isBroken);
  return [
    ...(missing.length === 0 ? [] : [`The part "${part}" did not run ${missing.length} test files: ${some(missing)}`]),
    ...(failed.length === 0 ? [] : [`Failed in the part "${part}": ${some(failed.map((file) => file.path))}`]),
  ];
}

function some(names: readonly string[]): string {
  const rest = names.length - mostListed;
  return `${names.slice(0, mostListed).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

function slowest(files: readonly FileRecord[]): string[] {
  const sorted = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, mostListed);
  const total = files.reduce((sum, file) => sum + file.seconds, 0);
  const share = sorted.reduce((sum, file) => sum + file.seconds, 0) / Math.max(total, 1e-9);
  return [
    `The slowest ${sorted.length} of ${files.length} files take ${(100 * share).toFixed(0)} % of ${total.toFixed(0)} seconds of test processes:`,
    ...sorted.map((file) => `${file.seconds.toFixed(1).padStart(6)} s  ${file.path}`),
  ];
}
