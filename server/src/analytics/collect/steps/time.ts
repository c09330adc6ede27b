import { dropReasons } from '@copydesk/contract';
import { dayMilliseconds } from '../../store/calendar.ts';
import type { Draft, Drop, CollectContext } from '../draft.ts';

const year2000 = Date.UTC(2000, 0, 1);

/** Finds when the view was: the time in the event, or else the moment of its arrival. */
export function findTime(draft: Draft, { arrivedAt }: CollectContext): Drop | undefined {
  draft.at = draft.event.timestamp ?? arrivedAt;
  if (draft.at > arrivedAt + dayMilliseconds) return { drop: 'future', detail: dropReasons.future };
  if (draft.at < year2000) return { drop: 'ancient', detail: dropReasons.ancient };
  return undefined;
}
