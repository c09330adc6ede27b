import { randomUUID } from 'node:crypto';
import type { CollectResult, DropReason } from '@copydesk/contract';
import type { Classifier } from '../classify/classifier.ts';
import type { ViewSource } from '../classify/reader.ts';
import type { Arrival, CountedView, ViewStore } from '../store/arrival.ts';
import { surfaceNumber } from '../store/tables.ts';
import { compileSettings } from './own-settings.ts';
import { newDraft } from './draft.ts';
import type { CollectedEvent, CollectedProject, Draft, Drop, CollectContext } from './draft.ts';
import type { Salts } from './salts.ts';
import { checkMethod, checkNavigation, checkPrefetch, checkStatus } from './steps/request.ts';
import { checkPage, findPage } from './steps/page.ts';
import { checkSide, classify } from './steps/reader.ts';
import { checkExclusions } from './steps/exclusions.ts';
import { findReferrer } from './steps/referrer.ts';
import { findSurface } from './steps/surface.ts';
import { findTime } from './steps/time.ts';
import { findVisitor } from './steps/visitor.ts';

export interface CollectServices {
  store: Pick<ViewStore, 'write'>;
  classifier: Classifier;
  salts: Salts;
  now: () => Date;
}

/** Events of a project that arrived together. */
export interface Collection {
  project: CollectedProject;
  source: ViewSource;
  events: readonly CollectedEvent[];
  docsPages?: CollectContext['docsPages'];
  /** Counts of what was dropped before it became an event, such as lines of a log. */
  dropped?: Partial<Record<DropReason, number>>;
  ledger?: Arrival['ledger'];
  import?: Arrival['import'];
}

type Step = (draft: Draft, context: CollectContext & CollectServices) => Drop | undefined | Promise<void>;

/** The steps that turn an event into a view, in this order. When a step drops an event, the later steps do not run. */
const steps: readonly Step[] = [
  findTime,
  findPage,
  checkExclusions,
  checkMethod,
  checkStatus,
  checkPage,
  checkPrefetch,
  findSurface,
  classify,
  checkNavigation,
  checkSide,
  findReferrer,
  findVisitor,
];

/**
 * Counts what arrived, whatever the source: events of browsers, events of servers and lines of logs all take this path.
 * Resolves when the counts are durable.
 *
 * @throws CopydeskError `overloaded`, `database_unavailable`: nothing is known to be counted then; send it again.
 */
export async function collectEvents(services: CollectServices, collection: Collection): Promise<CollectResult> {
  const { project, source, events, docsPages } = collection;
  const own = compileSettings(project);
  const context = { ...services, project, own, source, docsPages, arrivedAt: services.now().getTime() };
  const drafts = events.map(newDraft);
  const dropped = await takeSteps(drafts, context);
  const stored = await services.store.write({
    projectId: project.number,
    source,
    views: drafts.map(toView),
    dropped: countReasons(dropped, collection.dropped),
    ledger: collection.ledger,
    import: collection.import,
  });
  return {
    accepted: stored.accepted,
    duplicates: stored.duplicates,
    dropped: dropped.sort((left, right) => left.index - right.index),
  };
}

type Dropped = CollectResult['dropped'];

/**
 * Runs one step on all events before the next step, so that all of them wait at the same time. Dropped events are
 * removed from the array.
 */
async function takeSteps(drafts: Draft[], context: CollectContext & CollectServices): Promise<Dropped> {
  const dropped: Dropped = [];
  for (const step of steps) {
    const waiting = takeStep(step, { drafts, dropped }, context);
    if (waiting !== undefined) await Promise.all(waiting);
  }
  return dropped;
}

/** Runs thirteen times for each view, so it allocates nothing for an event that goes on synchronously. */
function takeStep(
  step: Step,
  { drafts, dropped }: { drafts: Draft[]; dropped: Dropped },
  context: CollectContext & CollectServices,
): Promise<void>[] | undefined {
  let waiting: Promise<void>[] | undefined;
  let kept = 0;
  for (const draft of drafts) {
    const outcome = step(draft, context);
    if (outcome !== undefined && !(outcome instanceof Promise)) {
      dropped.push({ index: draft.index, reason: outcome.drop, detail: outcome.detail });
      continue;
    }
    if (outcome !== undefined) (waiting ??= []).push(outcome);
    drafts[kept] = draft;
    kept += 1;
  }
  drafts.length = kept;
  return waiting;
}

function countReasons(dropped: Dropped, before: Arrival['dropped'] = {}): Arrival['dropped'] {
  const counts = { ...before };
  for (const { reason } of dropped) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}

function toView({ event, at, path, found, surface, reader, referrer, visitor }: Draft): CountedView {
  if (reader === undefined) throw new TypeError('A view was not classified');
  const id = event.id?.toLowerCase() ?? randomUUID();
  return { id, at, path, found, surface: surfaceNumber(surface), reader, referrer, visitor };
}
