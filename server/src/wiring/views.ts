import { openClassifier } from '../analytics/classify/classifier.ts';
import type { Classifier } from '../analytics/classify/classifier.ts';
import { download } from '../analytics/classify/download.ts';
import { openJudge } from '../analytics/classify/judge.ts';
import { openRanges } from '../analytics/classify/networks/file.ts';
import { releasedRules } from '../analytics/classify/rules/rules.ts';
import { openSalts } from '../analytics/collect/salts.ts';
import type { Salts } from '../analytics/collect/salts.ts';
import type { ViewStore } from '../analytics/store/arrival.ts';
import { openViewStore } from '../analytics/store/store.ts';
import type { House } from './house.ts';

/** What it takes to collect page views. The store has to be closed before the house. */
export interface Views {
  store: ViewStore;
  classifier: Classifier;
  salts: Salts;
}

const now = (): Date => new Date();

export function openViews({ db, log, settings }: House): Views {
  const { retentionMonths } = settings.views;
  return {
    store: openViewStore({ db, log, now, retentionMonths }),
    classifier: openClassifier({
      judge: openJudge(releasedRules()),
      now,
      ranges: openRanges(settings.dataDirectory),
      fetchDirectory: (url) => download(url, { maximumBytes: 64 * 1024, timeoutMilliseconds: 3_000 }),
    }),
    salts: openSalts(db),
  };
}
