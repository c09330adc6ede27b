import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

/** Small files that run for minutes, much of it waiting for leases to expire. */
const longest =
  /\/(?:chaos|lost|accessibility|simulate|blame|release|stopped-worker|restore|host-kill)\.long\.test\.ts$/;

/**
 * Starts the longest files first: vitest knows no durations in a fresh clone and begins with the largest files, so that
 * one file of three minutes ran alone at the end.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}

function isLongest({ moduleId }: TestSpecification): boolean {
  return longest.test(moduleId);
}
