import { dropReasons } from '@copydesk/contract';
import type { PageRequest } from '../../classify/reader.ts';
import type { Classifier } from '../../classify/classifier.ts';
import { userAgentOf } from '../draft.ts';
import type { Draft, Drop, CollectContext } from '../draft.ts';

/** Classifies the reader: a person, an AI product or another bot. */
export function classify(
  draft: Draft,
  { classifier, source, own }: CollectContext & { classifier: Classifier },
): Promise<void> | undefined {
  const reader = classifier.classify(pageRequestOf(draft, source), own.rules);
  if (reader instanceof Promise) return reader.then((found) => void (draft.reader = found));
  draft.reader = reader;
  return undefined;
}

function pageRequestOf({ event, url, at, markdownPath }: Draft, source: PageRequest['source']): PageRequest {
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
export function checkSide({ reader }: Draft, { project, source }: CollectContext): Drop | undefined {
  if (project.peopleFrom === null || reader?.verdict.class !== 'human') return undefined;
  // A log is the server's record.
  const side = source === 'browser' ? 'browser' : 'server';
  if (project.peopleFrom === side) return undefined;
  return { drop: 'people_counted_elsewhere', detail: dropReasons.people_counted_elsewhere };
}
