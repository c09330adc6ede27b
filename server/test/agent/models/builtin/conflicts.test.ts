import { expect, test } from 'vitest';
import { mergeNotePrefix } from '../../../../src/agent/notes/merge-note.ts';
import { changes, docsJobs, mintlify } from './docs-jobs.ts';

const { jobOn } = docsJobs();

test('a request to solve conflicts is rejected in words that the person knows, and changes nothing', async () => {
  const job = jobOn(mintlify);
  await job.prompt('Rename Acme Cloud to Big Sky');
  const before = changes(job);
  await expect(
    job.prompt(
      `${mergeNotePrefix} main was merged into this pull request. In the files named below, git's marks show both versions.`,
    ),
  ).rejects.toMatchObject({
    code: 'instruction_not_understood',
    message: expect.stringMatching(
      /^The built-in copyeditor cannot solve conflicts; nothing was changed\. Merge the base/,
    ),
  });
  expect(changes(job)).toEqual(before);
});
