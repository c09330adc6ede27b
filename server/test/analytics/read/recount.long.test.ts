import { recountAgrees } from '../support/recount-suite.ts';

// Before, between and after folds; at the change from three to four shards, most views change theirs.
recountAgrees(
  new Map([
    [1_200, 3],
    [2_700, 4],
    [4_500, 7],
  ]),
);
