import { CopydeskError } from '@copydesk/contract';

/** 503: more views arrive than can be counted. */
export function tooManyViews(): CopydeskError {
  return new CopydeskError(
    'overloaded',
    'More views arrive than can be counted. None of these was counted; send them again shortly, with the same ids.',
    { retryAfterSeconds: 2 },
  );
}
