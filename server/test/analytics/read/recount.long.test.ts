import { recountAgrees } from '../support/recount-suite.ts';

recountAgrees(new Map());
