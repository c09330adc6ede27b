import { fileURLToPath } from 'node:url';
import type { Reporter, TestModule } from 'vitest/node';
import { parts, writeRecord } from './record.ts';
import type { FileRecord } from './record.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Records for the summary which files a run has run, and how long each took. */
export class RecordingReporter implements Reporter {
  #startedAt = performance.now();

  onTestRunStart(): void {
    this.#startedAt = performance.now();
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const seconds = (performance.now() - this.#startedAt) / 1000;
    for (const part of parts) {
      const files = modules.filter((one) => one.project.name === part).map(recordOf);
      if (files.length > 0) writeRecord(root, part, { seconds, files });
    }
  }
}

function recordOf(module: TestModule): FileRecord {
  const count = (state: 'passed' | 'failed' | 'skipped'): number => [...module.children.allTests(state)].length;
  return {
    path: module.relativeModuleId,
    seconds: module.diagnostic().duration / 1000,
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    isBroken: module.state() === 'failed' || module.state() === 'queued' || module.state() === 'pending',
  };
}
