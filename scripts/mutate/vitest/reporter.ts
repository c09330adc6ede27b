import { appendFileSync } from 'node:fs';
import path from 'node:path';
import type { Reporter, TestModule, TestRunEndReason, Vitest } from 'vitest/node';
import type { ReportLine } from '../run/report-line.ts';
import type { RunSettings } from './run-settings.ts';

/** Writes a line for each test file that has ended, and one at the end. */
export class ProgressReporter implements Reporter {
  readonly #run: RunSettings;
  #vitest: Vitest | undefined;

  constructor(run: RunSettings) {
    this.#run = run;
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestModuleEnd(module: TestModule): void {
    const state = module.state();
    // The run was stopped before it.
    if (this.#run.stopsAtFailure && state !== 'passed' && state !== 'failed') return;
    const failed = [...module.children.allTests('failed')][0];
    const { duration, collectDuration } = module.diagnostic();
    const errors = failed?.result().errors ?? module.errors();
    this.#write({
      is: 'file',
      file: path.relative(this.#run.root, module.moduleId),
      project: module.project.name,
      failed: state === 'failed',
      test: failed?.fullName ?? '',
      message: errors[0]?.message ?? '',
      seconds: (collectDuration + duration) / 1000,
    });
    // vitest itself counts failed tests, and not a file that cannot be imported or prepared.
    if (state === 'failed' && this.#run.stopsAtFailure) void this.#vitest?.cancelCurrentRun('test-failure');
  }

  onTestRunEnd(_: unknown, errors: readonly { message?: string }[], reason: TestRunEndReason): void {
    this.#write({ is: 'end', reason, errors: errors.map(({ message = '' }) => message) });
  }

  #write(line: ReportLine): void {
    appendFileSync(this.#run.report, `${JSON.stringify(line)}\n`);
  }
}
