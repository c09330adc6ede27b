/**
 * Reads a whole list of the API, page by page.
 * @param read reads the page that follows a cursor; the first one without a cursor
 */
export async function readAll<Page extends { nextCursor: string | null }, Item>(
  read: (cursor: string | undefined) => Promise<Page>,
  itemsOf: (page: Page) => Item[],
): Promise<Item[]> {
  const items: Item[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await read(cursor);
    items.push(...itemsOf(page));
    if (page.nextCursor === null) return items;
    cursor = page.nextCursor;
  }
}
