import type { CreatedShare, Share } from '@copydesk/contract';

/** What has just come of a form. */
export interface ShareState {
  notice?: string;
  made?: CreatedShare;
  name?: string;
  wrong?: string;
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
