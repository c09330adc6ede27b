import { hostname } from 'node:os';
import { CopydeskError } from '@copydesk/contract';
import { drainWorkers, listWorkerHosts, readDraining } from '../../jobs/claim/drain.ts';
import type { OperatorServices } from '../../operator/operator.ts';
import type { App } from '../app.ts';

export function drainServices({ db }: Pick<App, 'db'>): Pick<OperatorServices, 'drainWorkers' | 'readDraining'> {
  return {
    async drainWorkers(named) {
      const host = named ?? hostname();
      const workers = await drainWorkers(db, host);
      if (named === undefined || workers.length > 0) return { host, workers };
      const hosts = await listWorkerHosts(db);
      const running = hosts.length === 0 ? 'None is running anywhere.' : `Workers are running on ${hosts.join(', ')}.`;
      throw new CopydeskError('not_found', `No worker is running on ${named}. ${running}`);
    },
    readDraining: async (workerIds) => await readDraining(db, workerIds),
  };
}
