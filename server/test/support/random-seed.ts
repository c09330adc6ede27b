/*
 * vitest runs this before each test file. Property tests draw the same inputs on every run, so that an old fault they
 * find by chance does not stop a change that has nothing to do with it. Other inputs: CONTRIBUTING.md, "Random inputs".
 */

import fc from 'fast-check';
import { seedOf } from './seed-of.ts';

fc.configureGlobal({ seed: seedOf(process.env.COPYDESK_TEST_SEED, Date.now) });
