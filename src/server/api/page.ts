export const offsetOf = (page: number | undefined, size: number): number => ((page ?? 1) - 1) * size

/** Of `size` + 1 rows asked for, those of the page, and the number of the next one if there is any. */
export function pageOf<Row>(rows: readonly Row[], page: number | undefined, size: number): { rows: Row[]; next: number | null } {
  return { rows: rows.slice(0, size), next: rows.length > size ? (page ?? 1) + 1 : null }
}

const PAGE = 20

/** A query in its final order. */
interface Ordered<Row> {
  offset(rows: number): { limit(rows: number): { execute(): Promise<Row[]> } }
}

/** One page of what a query finds, each row as it is told. */
export async function readPage<Row, Told>(query: Ordered<Row>, page: number | undefined, tell: (row: Row) => Told | Promise<Told>): Promise<{ rows: Told[]; next: number | null }> {
  const { rows, next } = pageOf(await query.offset(offsetOf(page, PAGE)).limit(PAGE + 1).execute(), page, PAGE)
  return { rows: await Promise.all(rows.map((row) => tell(row))), next }
}
