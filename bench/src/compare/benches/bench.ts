import { judge } from '../measure/judge.ts';
import type { Judged } from '../measure/judge.ts';
import type { Figure } from '../measure/figure.ts';
import { keysOf } from '../measure/keys-of.ts';
import { openRecorder } from '../measure/recorder.ts';
import type { Recorder } from '../measure/recorder.ts';
import type { Lane } from '../states/lane.ts';
import type { StandInModel } from '../states/stand-in-model.ts';

/** What a bench works with. */
export interface Comparison {
  /** The bench's own folder, for generated sites. */
  folder: string;
  lanes: readonly Lane[];
  model: StandInModel;
  progress: (text: string) => void;
}

/** A row of the result. */
export type ComparedRow = { figure: Figure } & (
  | { kind: 'compared'; judged: Judged }
  | { kind: 'not compared'; because: string }
);

export interface CompareBench {
  /** For the help. */
  summary: string;
  compare: (comparison: Comparison) => Promise<ComparedRow[]>;
}

/**
 * Defines a bench by its figures, each of which gets a row: the comparison, or the reason why there is none.
 *
 * @param bench.measure fills the recorder. When it throws, none of the figures is compared.
 */
export function defineBench<K extends string>(bench: {
  summary: string;
  figures: Record<K, Figure>;
  measure: (comparison: Comparison, recorder: Recorder<K>) => Promise<void>;
}): CompareBench {
  return {
    summary: bench.summary,
    async compare(comparison) {
      const recorder = openRecorder<K>();
      const failure = await failureOf(() => bench.measure(comparison, recorder));
      return keysOf(bench.figures).map((key): ComparedRow => {
        const figure = bench.figures[key];
        const result = recorder.resultOf(key);
        if (failure !== undefined) return { kind: 'not compared', figure, because: failure };
        if (result.kind === 'left out') return { kind: 'not compared', figure, because: result.because };
        return { kind: 'compared', figure, judged: judge(figure, result.samples) };
      });
    },
  };
}

async function failureOf(act: () => Promise<void>): Promise<string | undefined> {
  try {
    await act();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
