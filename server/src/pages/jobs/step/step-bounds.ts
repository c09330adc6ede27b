/** How much of each text of a step is shown, and how many of its calls. */
export interface StepBounds {
  characters: number;
  calls: number;
}

/** The bounds in a line of the transcript, and on the step's own page. */
export const inLine: StepBounds = { characters: 3_000, calls: 40 };
export const alone: StepBounds = { characters: 100_000, calls: 500 };
