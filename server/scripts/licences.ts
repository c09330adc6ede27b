import { licenceFault } from './supply-chain/licences.ts';
import { readLockedPackages } from './supply-chain/locked-packages.ts';

/** `npm run licences`: lists what is shipped by its licence. Exits with 1 when something may not be shipped. */
const shipped = readLockedPackages().filter(({ isShipped }) => isShipped);
const byLicence = Map.groupBy(shipped, ({ licence = 'stated elsewhere' }) => licence);
for (const [licence, packages] of [...byLicence].toSorted(([, a], [, b]) => b.length - a.length)) {
  console.log(`${licence}: ${packages.map(({ name, version }) => `${name} ${version}`).join(', ')}`);
}
const faults = shipped.flatMap((one) => licenceFault(one) ?? []);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
