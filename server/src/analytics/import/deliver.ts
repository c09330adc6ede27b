import type { CollectResult } from '@copydesk/contract';
import { collectEvents } from '../collect/collect.ts';
import type { Arrival } from '../store/arrival.ts';
import type { ImportRequest, ImportServices } from './import-request.ts';
import type { Piece } from './intake.ts';
import { patiently } from './patience.ts';
import { addCounts, addReaders, addResult, noCounts } from './tally.ts';
import type { ImportCounts } from './tally.ts';

/**
 * Counts a piece, durably and together with the place that it reaches.
 * @throws CopydeskError `database_unavailable`, `overloaded` when that lasts.
 */
export async function deliver(
  services: ImportServices,
  request: ImportRequest,
  piece: Piece,
  ledger: Arrival['ledger'],
): Promise<ImportCounts> {
  const { project } = request;
  const { events, dropped } = piece;
  let views: Arrival['views'] = [];
  const store = {
    write: (arrival: Arrival) => {
      views = arrival.views;
      return services.store.write(arrival);
    },
  };
  // Sent again it counts no second time: the ids see to that.
  const result = await patiently(request, () =>
    collectEvents({ ...services, store }, { project, source: 'import', events, dropped, ledger }),
  );
  return countsFor(piece, result, views);
}

function countsFor(piece: Piece, result: CollectResult, views: Arrival['views']): ImportCounts {
  const counts = noCounts();
  addCounts(counts, { ...noCounts(), lines: piece.lines, ignored: piece.ignored, dropped: piece.dropped });
  addResult(counts, result);
  addReaders(counts, views);
  return counts;
}
