import type { Author } from '../../workspace/repository.ts';
import { commitStyleOf } from '../deliver/commit-style.ts';
import type { CommitSettings } from '../deliver/commit-style.ts';
import type { DeliveryWork } from '../deliver/delivery-work.ts';
import { describeChange } from './describe.ts';
import type { ChangeDescription, ChangeReport } from './describe.ts';

/** Everything that a delivery says about its change, and in whose name. */
export interface DescribedChange extends ChangeDescription {
  author: Author;
  /** Whether people must look at it before anything else is done with it. */
  draft: boolean;
}

/**
 * Returns the words of a delivery. They are made only once, because they are first searched for secrets and then sent.
 */
export type Describe = () => Promise<DescribedChange>;

/** @throws CopydeskError `repository_*`, when the returned function is called. */
export function describeOnce({ job, turn }: DeliveryWork, report: ChangeReport, commits: CommitSettings): Describe {
  let described: Promise<DescribedChange> | undefined;
  const describe = async (): Promise<DescribedChange> => {
    const { author, signedOffBy } = await commitStyleOf(commits, turn);
    const draft = (report.contested ?? []).length > 0;
    return { ...describeChange({ ...report, signedOffBy }, job.id), author, draft };
  };
  return () => (described ??= describe());
}
