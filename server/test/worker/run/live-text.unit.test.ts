import { expect, test } from 'vitest';
import { longestLiveText } from '../../../src/jobs/run/live-text.ts';
import { gatherText } from '../../../src/worker/run/live-text.ts';

/** A notifier whose pauses end, and whose pieces are sent, when the test says so. */
function open() {
  const reported: { step: number; offset: number; text: string }[] = [];
  const state = { step: 1 };
  let pause = Promise.withResolvers<void>();
  let sent = Promise.withResolvers<void>();
  const onWriting = gatherText({
    nextStep: () => state.step,
    publish(piece) {
      reported.push(piece);
      return sent.promise;
    },
    pause: () => pause.promise,
  });
  const go = async (): Promise<void> => {
    const [lastPause, lastSent] = [pause, sent];
    pause = Promise.withResolvers();
    sent = Promise.withResolvers();
    lastPause.resolve();
    lastSent.resolve();
    await new Promise(setImmediate);
  };
  return { reported, state, onWriting, go, outWithoutPause: () => sent.resolve() };
}

test('sends the first text of a step at once, then the text since, with its position', async () => {
  const { reported, onWriting, go } = open();
  const write = onWriting();
  for (const delta of ['I ', 'look ', 'at it.']) write(delta);
  expect(reported).toEqual([{ step: 1, offset: 0, text: 'I ' }]);
  await go();
  expect(reported.slice(1)).toEqual([{ step: 1, offset: 2, text: 'look at it.' }]);
  await go();
  write(' Done.');
  expect(reported.slice(2)).toEqual([{ step: 1, offset: 13, text: ' Done.' }]);
});

test('waits for the pause and for the previous part', async () => {
  const { reported, onWriting, go, outWithoutPause } = open();
  const write = onWriting();
  write('a');
  write('b');
  outWithoutPause();
  await new Promise(setImmediate);
  expect(reported).toHaveLength(1);
  await go();
  expect(reported).toHaveLength(2);
});

test('begins at 0 with each model call, and drops text recorded meanwhile', async () => {
  const { reported, state, onWriting, go } = open();
  const first = onWriting();
  first('one');
  first('two');
  state.step = 2;
  await go();
  expect(reported).toHaveLength(1);
  const second = onWriting();
  second('three');
  expect(reported.at(-1)).toEqual({ step: 2, offset: 0, text: 'three' });
  await go();
  onWriting()('again');
  expect(reported.at(-1)).toEqual({ step: 2, offset: 0, text: 'again' });
});

test('reports the text of a step up to a limit', async () => {
  const { reported, onWriting, go } = open();
  const write = onWriting();
  write('x'.repeat(longestLiveText - 2));
  write('abc');
  write('def');
  await go();
  write('ghi');
  await go();
  expect(reported.slice(1)).toEqual([{ step: 1, offset: longestLiveText - 2, text: 'ab' }]);
});
