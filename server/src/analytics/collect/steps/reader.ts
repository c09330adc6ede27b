import { dropReasons } from '@copydesk/contract';
import type { Asker } from '../../classify/reader.ts';
import type { Classifier } from '../../classify/classifier.ts';
import { userAgentOf } from '../draft.ts';
import type { Draft, Drop, Surroundings } from '../draft.ts';

/** Classifies the reader: a person, an AI product or another bot. */
export function classify(
  draft: Draft,
  { classifier, source, own }: Surroundings & { classifier: Classifier },
): Promise<void> | undefined {
  const reader = classifier.classify(askerOf(draft, source), own.rules);
  if (reader instanceof Promise) return reader.then((found) => void (draft.reader = found));
  draft.reader = reader;
  return undefined;
}

function askerOf({ event, url, at, markdownPath }: Draft, source: Asker['source']): Asker {
  return {
    userAgent: userAgentOf(event),
    headers: event.headers ?? undefined,
    address: event.ip ?? undefined,
    markdownPath,
    url: event.headersSentTo ?? url,
    at,
    source,
  };
}

/** Where a site has both the script and a middleware, both would count people. AI and bots seldom run scripts. */
export function checkSide({ reader }: Draft, { project, source }: Surroundings): Drop | undefined {
  if (project.peopleFrom === null || reader?.verdict.class !== 'human') return undefined;
  // A log is the server's record.
  const side = source === 'browser' ? 'browser' : 'server';
  if (project.peopleFrom === side) return undefined;
  return { drop: 'people_counted_elsewhere', detail: dropReasons.people_counted_elsewhere };
}
