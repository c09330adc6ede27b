import { download } from '../../analytics/classify/download.ts';
import { refreshRanges } from '../../analytics/classify/networks/refresh.ts';
import type { RenewedNetwork } from '../../analytics/classify/networks/refresh.ts';
import { makeDataDirectory } from '../../postgres/embedded/place.ts';
import type { Settings } from '../../settings.ts';

/** The largest known file of addresses has a few hundred kilobytes. */
const limits = { maximumBytes: 4 * 1024 * 1024, timeoutMilliseconds: 15_000 };

/** Downloads the published addresses of agents into the data directory. @throws CopydeskError `data_directory_refused` */
export async function renewAddressRanges({ dataDirectory }: Settings): Promise<RenewedNetwork[]> {
  await makeDataDirectory(dataDirectory);
  return await refreshRanges({ dataDirectory, download: (url) => download(url, limits), now: new Date() });
}
