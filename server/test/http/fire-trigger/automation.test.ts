import { AutomationRequest, TriggerResult } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { createAutomation } from '../../../src/automations/automation.ts';
import { startApi } from '../support/api.ts';
import { newTrigger } from './support.ts';

test('a trigger of an automation stores a request for it once, and starts no job', async () => {
  await using api = await startApi();
  const { id, secret } = await newTrigger(api, {});
  const trigger = { kind: 'inbound', triggerId: id };
  const draft = AutomationRequest.parse({ name: 'Reports', trigger, prompt: 'Fix what is reported.' });
  const automation = await createAutomation(api.db, { ...draft, projectId: api.project.id }, new Date());
  const send = async (body: object) =>
    await api.send('POST', `/v1/triggers/${id}`, {
      key: null,
      body,
      headers: { authorization: `Bearer ${secret}`, 'idempotency-key': 'one' },
    });
  const first = await send({ report: 'The port is wrong' });
  expect(first.status).toBe(202);
  expect(TriggerResult.parse(first.json)).toEqual({ job: null, reason: 'It is kept for the automation Reports.' });
  expect((await send({ report: 'The port is wrong, again' })).status).toBe(202);
  const kept = await api.db
    .selectFrom('automation_event')
    .select('event')
    .where('automation_id', '=', automation.id)
    .execute();
  expect(kept).toEqual([
    { event: { from: 'Linear', parts: [{ title: 'Body', text: '{\n "report": "The port is wrong"\n}' }] } },
  ]);
  expect(await api.db.selectFrom('job').select('id').execute()).toEqual([]);
});
