import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestSpecification, TestSequencer } from 'vitest/node';
import config from '../../../vitest.config.ts';
import { ProgressReporter } from './reporter.ts';
import { readRun } from './run-settings.ts';

/*
 * The configuration of the tests in a copy of the repository: the repository's own, with the files in a given order and a
 * report that can be read while the tests run.
 */

const run = readRun(process.env);
const setup = fileURLToPath(new URL('setup.ts', import.meta.url));
const order = new Map(run.files.map((file, index) => [file, index]));

/** Runs the tests in the given order. */
class GivenOrder implements TestSequencer {
  shard(files: TestSpecification[]): TestSpecification[] {
    return files;
  }

  sort(files: TestSpecification[]): TestSpecification[] {
    return files.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  return order.get(path.relative(run.root, moduleId)) ?? Infinity;
}

for (const project of config.test?.projects ?? []) {
  if (typeof project === 'string' || typeof project === 'function' || project instanceof Promise)
    throw new Error('A project of vitest.config.ts is not an object');
  const own = [project.test?.setupFiles ?? []].flat();
  project.test = {
    ...project.test,
    setupFiles: run.records === undefined ? own : [setup, ...own],
    maxWorkers: run.workers,
  };
}

export default {
  test: {
    ...config.test,
    maxWorkers: run.workers,
    fsModuleCachePath: run.cache,
    sequence: { sequencer: GivenOrder },
    reporters: [new ProgressReporter(run)],
    bail: run.stopsAtFailure ? 1 : 0,
  },
};
