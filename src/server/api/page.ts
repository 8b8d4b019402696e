/** Returns the number of rows before a page. Pages are numbered from 1; undefined is the first. */
export const offsetOf = (page: number | undefined, size: number): number => ((page ?? 1) - 1) * size

/** The rows of a page from `size` + 1 fetched rows, and the number of the next page, or null. */
export function pageOf<Row>(
  rows: readonly Row[],
  page: number | undefined,
  size: number,
): { rows: Row[]; next: number | null } {
  return { rows: rows.slice(0, size), next: rows.length > size ? (page ?? 1) + 1 : null }
}

const PAGE_SIZE = 20

/** A query with its final order. */
interface OrderedQuery<Row> {
  offset(rows: number): { limit(rows: number): { execute(): Promise<Row[]> } }
}

/** Reads one page of a query (20 rows) and maps each row to its entity. `next`: the number of the next page, or null. */
export async function readPage<Row, Entity>(
  query: OrderedQuery<Row>,
  page: number | undefined,
  toEntity: (row: Row) => Entity | Promise<Entity>,
): Promise<{ rows: Entity[]; next: number | null }> {
  const { rows, next } = pageOf(
    await query
      .offset(offsetOf(page, PAGE_SIZE))
      .limit(PAGE_SIZE + 1)
      .execute(),
    page,
    PAGE_SIZE,
  )
  return { rows: await Promise.all(rows.map((row) => toEntity(row))), next }
}
