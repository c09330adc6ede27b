import { expect, test } from 'vitest';
import { isThisMachine } from '../../src/network/this-machine.ts';

test.for(['localhost', 'LOCALHOST.', 'docs.localhost', '127.0.0.1', '127.8.9.10', '::1', '[::1]'])(
  '%s is this machine',
  (host) => {
    expect(isThisMachine(host)).toBe(true);
  },
);

test.for(['', 'localhost.example.com', 'notlocalhost', '127.0.0.1.example.com', '127.1', '128.0.0.1', '0.0.0.0', '::'])(
  '%s may be another machine',
  (host) => {
    expect(isThisMachine(host)).toBe(false);
  },
);
