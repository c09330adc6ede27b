import type { Collecting } from '../collect/collecting.ts';
import type { Load } from '../load/load.ts';
import type { OpenStreams } from '../job/open-streams.ts';
import type { FairTurns } from '../rooms/fair-turns.ts';
import type { HttpLimits, ServerServices } from '../services.ts';

/** What the routes get: the services, every limit, the load and the open streams. */
export interface RouteServices extends ServerServices {
  limits: HttpLimits;
  load: Load;
  collecting: Collecting;
  streams: OpenStreams;
  /** Limits how many large replies are built at once. */
  largeAnswers: FairTurns;
}
