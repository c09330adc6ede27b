import { expect, test } from 'vitest';
import { GitFailure } from '../../src/workspace/git.ts';
import { sourceError } from '../../src/workspace/git-errors.ts';

test.each([
  ['path', '/srv/docs', 'Give that user the permission'],
  ['url', 'https://git.test/docs.git', 'refuses these credentials'],
] as const)('what a %s may not do is told in its own words', (kind, location, words) => {
  const stderr = 'remote: error: insufficient permission for adding an object to repository database ./objects';
  const failure = new GitFailure('push', { code: 1, stderr });
  expect(sourceError(failure, { id: 'src_1', kind, location })).toMatchObject({
    code: 'repository_unauthorized',
    message: expect.stringContaining(words),
  });
});
