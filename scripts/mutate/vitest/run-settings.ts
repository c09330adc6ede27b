import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The variable that has the settings of a run. */
export const runVariable = 'COPYDESK_MUTATE_RUN';

const RunSettings = z.object({
  /** The copy of the repository that the tests are of. */
  root: z.string(),
  /** The test files in their order. */
  files: z.array(z.string()),
  workers: z.number(),
  /** Whether the first failure ends the run. */
  stopsAtFailure: z.boolean(),
  /** The folder of the records of probes, if the sources have probes. */
  records: z.string().optional(),
  /** The file of the report. */
  report: z.string(),
  /** The folder in which transformed modules are kept from run to run. */
  cache: z.string(),
});

export type RunSettings = z.infer<typeof RunSettings>;

/** Reads the settings of a run. The environment has the name of the file, because the list of tests may be long. */
export function readRun(environment: NodeJS.ProcessEnv): RunSettings {
  return RunSettings.parse(JSON.parse(readFileSync(environment[runVariable] ?? '', 'utf8')));
}
