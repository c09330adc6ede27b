import { CopydeskError } from '@copydesk/contract';

/** 503: more views arrive than can be counted. */
export function tooManyViews(): CopydeskError {
  return new CopydeskError(
    'overloaded',
    'More views arrive than can be counted. Nothing of these was; send them again shortly, with the same ids.',
    { retryAfterSeconds: 2 },
  );
}
