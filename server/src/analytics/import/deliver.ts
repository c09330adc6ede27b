import type { CollectResult } from '@copydesk/contract';
import { collectEvents } from '../collect/collect.ts';
import type { CollectServices } from '../collect/collect.ts';
import type { Arrival } from '../store/arrival.ts';
import type { ImportRequest, ImportServices } from './import-request.ts';
import type { Piece } from './intake.ts';
import { retryWhileUnavailable } from './retry-while-unavailable.ts';
import { addCounts, addReaders, addResult, noCounts } from './tally.ts';
import type { ImportCounts } from './tally.ts';

/** Counts the pieces of a log in order: a position must never be stored before everything that precedes it. */
export class Delivery {
  private readonly services: ImportServices;
  private readonly request: ImportRequest;
  private readonly onCounts: (counts: ImportCounts) => void;
  /** The last two. While one is stored, the next is read and classified; more would only wait in memory. */
  private underWay: [Promise<void>, Promise<void>] = [Promise.resolve(), Promise.resolve()];

  constructor(services: ImportServices, request: ImportRequest, onCounts: (counts: ImportCounts) => void) {
    this.services = services;
    this.request = request;
    this.onCounts = onCounts;
  }

  /**
   * Starts counting a piece, together with the position after it.
   * @throws CopydeskError `database_unavailable`, `overloaded`, when an earlier piece could not be stored.
   */
  async send(piece: Piece, ledger: Arrival['ledger']): Promise<void> {
    const [oldest, before] = this.underWay;
    await oldest;
    const sent = this.count(piece, ledger, before);
    // The next caller that awaits it receives its failure.
    sent.catch(() => {});
    this.underWay = [before, sent];
  }

  /** Resolves when everything is durable. @throws CopydeskError as {@link Delivery.send} */
  async end(): Promise<void> {
    for (const sent of this.underWay) await sent;
  }

  private async count(piece: Piece, ledger: Arrival['ledger'], before: Promise<void>): Promise<void> {
    const { services, request } = this;
    let views: Arrival['views'] = [];
    const store = {
      write: async (arrival: Arrival) => {
        views = arrival.views;
        await before.catch((error: unknown) => notStored(error));
        return await services.store.write(arrival);
      },
    };
    // A retry does not count a second time, because of the ids.
    const result = await retryWhileUnavailable(request, () => this.collect({ ...services, store }, piece, ledger));
    this.onCounts(countsOf(piece, result, views));
  }

  private async collect(services: CollectServices, piece: Piece, ledger: Arrival['ledger']): Promise<CollectResult> {
    const { events, dropped, lines } = piece;
    const number = events.length === 0 ? undefined : await this.services.run?.begun();
    const run = number === undefined ? undefined : { number, lines };
    const { project } = this.request;
    const docsPages = () => this.services.docsPages;
    return await collectEvents(services, {
      project,
      source: 'import',
      events,
      docsPages,
      dropped,
      ledger,
      import: run,
    });
  }
}

/** Throws the error for later pieces only: a caller that awaits the first failed piece receives its own error. */
function notStored(cause: unknown): never {
  throw new Error('A piece before this one was not stored', { cause });
}

function countsOf(piece: Piece, result: CollectResult, views: Arrival['views']): ImportCounts {
  const counts = noCounts();
  addCounts(counts, { ...noCounts(), lines: piece.lines, ignored: piece.ignored, dropped: piece.dropped });
  addResult(counts, result);
  addReaders(counts, views);
  return counts;
}
