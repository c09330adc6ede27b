/** All that a list of the API has, page by page. @param read the page that follows a cursor; the first without one */
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
