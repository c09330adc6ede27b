import type { SimulationDatabase } from '../postgres/simulation-database.ts';
import { Machine } from './machine.ts';
import { Stage } from './stage.ts';
import type { Task } from './stage.ts';

/** Everything that one lifecycle happens in: the stage, and the workers on it. */
export class World extends Stage {
  readonly machines: readonly Machine[];
  /** Requests that are not answered yet. */
  readonly requests: Task[] = [];

  constructor(simulation: SimulationDatabase) {
    super(simulation);
    this.machines = [new Machine(this, 'A'), new Machine(this, 'B')];
  }
}
