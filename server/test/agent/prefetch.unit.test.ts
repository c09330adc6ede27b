import { describe, expect, it } from 'vitest';
import { prefetch } from '../../src/agent/prefetch.ts';

async function* counted(log: string[], failsAt = Infinity): AsyncGenerator<number, void, undefined> {
  try {
    for (let item = 1; item <= 3; item += 1) {
      if (item === failsAt) throw new Error(`no item ${item}`);
      log.push(`made ${item}`);
      await Promise.resolve();
      yield item;
    }
  } finally {
    log.push('closed');
  }
}

describe('oneAhead', () => {
  it('makes one item ahead while another is used, and no more', async () => {
    const log: string[] = [];
    for await (const item of prefetch(counted(log))) {
      await new Promise((resolve) => setImmediate(resolve));
      log.push(`took ${item}`);
    }
    expect(log).toEqual(['made 1', 'made 2', 'took 1', 'made 3', 'took 2', 'closed', 'took 3']);
  });

  it('throws a producer’s error where the failed item would be taken', async () => {
    const taken: number[] = [];
    const taking = async (): Promise<void> => {
      for await (const item of prefetch(counted([], 3))) taken.push(item);
    };
    await expect(taking()).rejects.toThrow('no item 3');
    expect(taken).toEqual([1, 2]);
  });

  it('closes the producer when the consumer stops, even if the next item fails', async () => {
    for (const failsAt of [2, Infinity]) {
      const log: string[] = [];
      for await (const item of prefetch(counted(log, failsAt))) {
        expect(item).toBe(1);
        break;
      }
      expect(log.at(-1)).toBe('closed');
    }
  });
});
