import type { OperatorServices } from '../../operator/operator.ts';
import { databaseErrors } from '../../postgres/database.ts';
import type { App } from '../app.ts';

/** What commands do to distribute page views over the nodes of the database. */
export function distributionCommands(app: App): Pick<OperatorServices, 'planDistribution' | 'distribute'> {
  return {
    async planDistribution() {
      const { planDistribution } = await import('../../analytics/cluster/distribute.ts');
      return await planDistribution(app.db).catch(databaseErrors);
    },
    async distribute(options) {
      const { distribute } = await import('../../analytics/cluster/distribute.ts');
      const long = app.connectForLong();
      try {
        await distribute(long, { ...options, now: new Date() }).catch(databaseErrors);
      } finally {
        await long.destroy();
      }
    },
  };
}
