import { isCopydeskError } from '@copydesk/contract';

/** Whether a code host would fail for every other request too, so that it must be left alone for a while. */
export function isUnavailable(error: unknown): boolean {
  return (
    isCopydeskError(error, 'code_host_limited') ||
    isCopydeskError(error, 'code_host_unreachable') ||
    isCopydeskError(error, 'code_host_unauthorized')
  );
}
