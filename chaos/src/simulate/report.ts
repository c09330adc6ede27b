import type { Failure } from './batch.ts';
import type { SimulationResult } from './run.ts';

/** Formats the result of a simulation for people: the table of what happened, and the history of a broken promise. */
export function report({ runs, happened, failure, seconds }: SimulationResult): string {
  const table = [...happened].sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = table.map(([what, count]) => `  ${String(count).padStart(9)}  ${what}`);
  const end = `${runs} lifecycles in ${seconds.toFixed(1)} s, ${(runs / seconds).toFixed(0)} a second.`;
  return [...lines, end, ...(failure === undefined ? ['No promise was broken.'] : failureLines(failure))].join('\n');
}

function failureLines({ seed, path, error, moves }: Failure): string[] {
  return [
    '',
    'A promise was broken:',
    ...moves.map((line, index) => `  ${index + 1}. ${line}`),
    '',
    error,
    '',
    `Live it again: npm run simulate -- --seed ${seed} --path ${path}`,
  ];
}
