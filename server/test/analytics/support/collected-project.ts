import type { CollectedProject } from '../../../src/analytics/collect/draft.ts';

/** A project without anything special about how its views are counted, but for what is given. */
export function collectedProject(given: Partial<CollectedProject> = {}): CollectedProject {
  return {
    number: 7,
    origins: [],
    peopleFrom: null,
    readerRules: [],
    excludeAddresses: [],
    excludePaths: [],
    excludeUserAgents: [],
    ...given,
  };
}
