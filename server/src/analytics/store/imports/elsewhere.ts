import type { ViewClass } from '../tables.ts';
import { surfaceNumber, verificationNumber } from '../tables.ts';

/**
 * Counts from elsewhere are for whole days, and are stored at this UTC hour of their day. The hour lies within the same
 * date in every time zone from Honolulu (-10) to Auckland and the Chathams (+13:45), so days, weeks and months of any
 * of them contain the counts of their own dates.
 */
export const elsewhereHour = 10;

/** Other products do not report the form in which a page was requested. */
export const elsewhereSurface = surfaceNumber('html');

export const elsewhereVerification = (viewClass: ViewClass): number =>
  verificationNumber(viewClass === 'ai' ? 'claimed' : null);
