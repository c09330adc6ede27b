/** How much of each text of a step is shown, and how many of its calls. */
export interface StepBounds {
  characters: number;
  calls: number;
}

/** In the line of a transcript, and on a page of its own. */
export const inLine: StepBounds = { characters: 3_000, calls: 40 };
export const alone: StepBounds = { characters: 100_000, calls: 500 };
