import type { Share } from '@copydesk/contract';

/** What has just come of a form. */
export interface ShareState {
  notice?: string;
  made?: MadeLink;
  name?: string;
  wrong?: string;
}

/** A link that was just made; no other page shows its addresses. */
export interface MadeLink {
  name: string;
  url: string;
  badge: string;
}

/** All that the page shows. */
export interface SharesView extends Omit<ShareState, 'notice'> {
  base: string;
  shares: Share[];
  now: Date;
  formToken: string | undefined;
  /** What makes a form that is sent twice one link. */
  once: string;
}
