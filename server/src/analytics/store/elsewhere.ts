import type { ViewClass } from './tables.ts';
import { surfaceNumber, verificationNumber } from './tables.ts';

/**
 * Counts from elsewhere are of whole days, and stand at this hour of UTC of their day: it is within the day of that date
 * in every time zone from Honolulu (-10) to Auckland and the Chathams (+13:45), so that days, weeks and months of any of
 * them have the counts of their own dates.
 */
export const elsewhereHour = 10;

/** Other products tell no form in which a page was asked for. */
export const elsewhereSurface = surfaceNumber('html');

export const elsewhereVerification = (viewClass: ViewClass): number =>
  verificationNumber(viewClass === 'ai' ? 'claimed' : null);
