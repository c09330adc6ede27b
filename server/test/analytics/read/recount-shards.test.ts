import { recountAgrees } from '../support/recount-suite.ts';

// Before, between and after folds; from three to four most views change their shard.
recountAgrees(
  new Map([
    [1_200, 3],
    [2_700, 4],
    [4_500, 7],
  ]),
);
