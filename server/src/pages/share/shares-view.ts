import type { Share } from '@copydesk/contract';

/** The result of the form that was just sent. */
export interface ShareState {
  notice?: string;
  made?: MadeLink;
  name?: string;
  wrong?: string;
}

/** A link that was just created. No other page shows its addresses. */
export interface MadeLink {
  name: string;
  url: string;
  badge: string;
  feed: string;
}

/** All that the page shows. */
export interface SharesView extends Omit<ShareState, 'notice'> {
  base: string;
  shares: Share[];
  now: Date;
  formToken: string | undefined;
  /** The one-time id of the form: sent twice, it creates one link. */
  once: string;
}
