import { openClassifier } from '../../analytics/classify/classifier.ts';
import type { Classifier } from '../../analytics/classify/classifier.ts';
import { download } from '../../analytics/classify/download.ts';
import { openJudge } from '../../analytics/classify/judge.ts';
import { openRanges, renewedRangesPath } from '../../analytics/classify/networks/file.ts';
import { fileStamp, renewedRulesPath } from '../../analytics/classify/refresh/file.ts';
import { openFollowing } from '../../analytics/classify/refresh/following.ts';
import { openSalts } from '../../analytics/collect/salts.ts';
import type { Salts } from '../../analytics/collect/salts.ts';
import type { ViewStore } from '../../analytics/store/arrival.ts';
import { openViewStore } from '../../analytics/store/store.ts';
import type { App } from '../app.ts';
import { rulesInForce } from './reader-rules.ts';

/** What collecting page views needs. The store must be closed before the app's other parts. */
export interface Views {
  store: ViewStore;
  classifier: Classifier;
  salts: Salts;
}

const now = (): Date => new Date();

export function openViews({ db, log, settings, metrics }: App): Views {
  const { retentionMonths } = settings.views;
  return {
    store: openViewStore({ db, log, now, retentionMonths, onCounted: metrics?.countViews }),
    classifier: openAppClassifier({ log, settings }),
    salts: openSalts(db),
  };
}

/** Loads newer rules and address ranges while it runs. */
function openAppClassifier({ log, settings }: Pick<App, 'log' | 'settings'>): Classifier {
  const { dataDirectory } = settings;
  const onRefused = (error: unknown): void =>
    log.warn({ err: error }, 'the reader rules in the data folder are not used');
  return openFollowing({
    stamp: () => `${fileStamp(renewedRulesPath(dataDirectory))} ${fileStamp(renewedRangesPath(dataDirectory))}`,
    open: () =>
      openClassifier({
        judge: openJudge(rulesInForce(settings, onRefused)),
        now,
        ranges: openRanges(dataDirectory),
        fetchDirectory: (url) => download(url, { maximumBytes: 64 * 1024, timeoutMilliseconds: 3_000 }),
      }),
    now,
    onChange: (rules) => log.info({ rules }, 'readers are now classified by newer rules'),
    onFailure: (error) => log.error({ err: error }, 'newer reader rules could not be used'),
  });
}
