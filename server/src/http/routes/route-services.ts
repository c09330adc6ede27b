import type { Collecting } from '../collect/collecting.ts';
import type { Load } from '../load.ts';
import type { OpenStreams } from '../open-streams.ts';
import type { FairTurns } from '../rooms/fair-turns.ts';
import type { HttpLimits, ServerServices } from '../services.ts';

/** What the routes are given: the services, every limit, what is being worked on and the streams that are open. */
export interface RouteServices extends ServerServices {
  limits: HttpLimits;
  load: Load;
  collecting: Collecting;
  streams: OpenStreams;
  /** Turns of making what is large. */
  largeAnswers: FairTurns;
}
