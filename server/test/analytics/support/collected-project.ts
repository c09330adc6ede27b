import type { CollectedProject } from '../../../src/analytics/collect/draft.ts';

/** A project without special settings for counting, except those given. */
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
