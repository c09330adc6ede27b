import { expect, test } from 'vitest';
import { openHelper } from '../../../../src/agent/call/helper.ts';
import { modelServer } from '../../../support/model-server.ts';
import { streamOf } from '../../../support/model-streams.ts';
import { modelAt, names } from './rig.ts';

test.each(names)('%s is called as a helper without tools, and its usage is reported', async (name) => {
  const usage = { read: 40, fromCache: 0, toCache: 0, written: 7 };
  await using server = await modelServer(() => ({ stream: streamOf(name, { text: 'It is 8080.', usage }) }));
  const helper = openHelper({
    model: await modelAt(name, server.url),
    budget: { check: () => {} },
    limits: { modelCallMilliseconds: 60_000 },
    call: { jobId: 'job_1', signal: new AbortController().signal, now: () => new Date(0) },
  });
  expect(await helper.ask({ system: 'Answer from the files.', prompt: 'Which port?' })).toBe('It is 8080.');
  expect(server.requests).toHaveLength(1);
  expect(server.requests[0]?.text).toMatch(
    /Answer from the files\.[^]*Which port\?|Which port\?[^]*Answer from the files\./,
  );
  expect(server.requests[0]?.body).not.toHaveProperty('tools');
  expect(helper.takeCalls()).toMatchObject([{ model: name, usage: { inputTokens: 40, outputTokens: 7 } }]);
});
