/** Runs `work` for 0, 1, 2, … up to but not including `count`, at most `lanes` at once. */
export async function runInLanes(
  lanes: number,
  count: number,
  work: (index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      const index = next;
      next += 1;
      await work(index);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
