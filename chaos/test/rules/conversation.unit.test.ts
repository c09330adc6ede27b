import { describe, expect, test } from 'vitest';
import { brokenMessages, brokenSteps } from '../../src/rules/conversation.ts';
import { call, facts, prompt, request, row } from './facts.ts';

const stored = (...messages: number[]) =>
  facts({
    messages: messages.map((message, position) => ({ position, prompt: prompt(message), readAtStep: 1, round: null })),
  });

const steps = (...calls: string[]) =>
  facts({ steps: calls.map((id, index) => ({ number: index + 1, turn: 1, call: id, edit: true, helped: [] })) });

const requests = [request(0), request(1)];

const given = (...messages: string[]) => brokenMessages(stored(0, 1), requests, [call('call-1', [], { messages })]);

describe('messages', () => {
  test('are stored once each, in order', () => {
    const calls = [call('call-1', []), call('call-2', ['call-1'], { messages: ['k1/0', 'k1/1'] })];
    expect(brokenMessages(stored(0, 1), requests, calls)).toEqual([]);
  });

  test('must not be lost after acceptance, and not be stored twice', () => {
    expect(brokenMessages(stored(0), requests, [])).toHaveLength(1);
    expect(brokenMessages(stored(0, 1, 1), requests, [])).toHaveLength(1);
  });

  test('that were not accepted may be missing', () => {
    const refused = request(1, { acceptedAt: undefined, refused: '409' });
    expect(brokenMessages(stored(0), [request(0), refused], [])).toEqual([]);
  });

  test('are in the order of acceptance, unless two were sent at the same time', () => {
    expect(brokenMessages(stored(1, 0), requests, [])).toHaveLength(1);
    const atOnce = [request(0), request(1), request(2, { sentAt: 100, acceptedAt: 150 })];
    expect(brokenMessages(stored(0, 2, 1), atOnce, [])).toEqual([]);
  });

  test('reach the model in that order, each once', () => {
    expect(given('k1/1')).toHaveLength(1);
    expect(given('k1/1', 'k1/0')).toHaveLength(1);
    expect(given('k1/0', 'k1/0')).toHaveLength(1);
  });

  test('are all read when a job completes', () => {
    const unread = facts({
      row: row({ status: 'completed' }),
      messages: [{ position: 0, prompt: prompt(0), readAtStep: null, round: null }],
    });
    expect(brokenMessages(unread, [request(0)], [])).toEqual(['it is completed and has a message that was never read']);
  });
});

describe('steps', () => {
  const chain = [call('call-1', []), call('call-2', ['call-1'])];

  test('follow one another', () => {
    expect(brokenSteps(steps('call-1', 'call-2'), chain, 0)).toEqual([]);
  });

  test('must not be stored by a worker that another one has replaced', () => {
    const overtaken = [...chain, call('call-3', ['call-1'])];
    expect(brokenSteps(steps('call-1', 'call-2', 'call-3'), overtaken, 9)).toHaveLength(1);
  });

  test('must not be stored twice or without a call', () => {
    expect(brokenSteps(steps('call-1', 'call-1'), chain, 9)).not.toEqual([]);
    expect(brokenSteps(steps('call-7'), chain, 9)).not.toEqual([]);
  });

  test('may be paid again once per fault, and not more often', () => {
    const repaid = [...chain, call('call-3', ['call-1'])];
    expect(brokenSteps(steps('call-1', 'call-2'), repaid, 1)).toEqual([]);
    expect(brokenSteps(steps('call-1', 'call-2'), repaid, 0)).toHaveLength(1);
    const left = [...chain, call('call-3', ['call-1'], { outcome: 'left' })];
    expect(brokenSteps(steps('call-1', 'call-2'), left, 0)).toHaveLength(1);
    const refused = [...chain, call('call-3', ['call-1'], { outcome: 'refused' })];
    expect(brokenSteps(steps('call-1', 'call-2'), refused, 0)).toEqual([]);
  });
});
