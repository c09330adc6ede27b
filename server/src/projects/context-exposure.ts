/** Whether fewer people can read a context repository than the docs, as far as that can be told. */
export type ContextExposure = 'private-beside-public' | 'public' | 'unknown';

const hides =
  'Secrets in it are hidden from the agent; whatever else the agent reads there may come to stand in the docs.';

const warnings: Record<ContextExposure, string | undefined> = {
  public: undefined,
  'private-beside-public': `Anybody can read the docs, and this repository needs a credential. ${hides}`,
  unknown: hides,
};

/** What whoever adds a context repository is told; undefined where there is nothing to tell, and for what is no exposure. */
export function exposureWarning(exposure: string | undefined): string | undefined {
  return Object.entries(warnings).find(([name]) => name === exposure)?.[1];
}
