export const offsetOf = (page: number | undefined, size: number): number => ((page ?? 1) - 1) * size

/** Of `size` + 1 rows asked for, those of the page, and the number of the next one if there is any. */
export function pageOf<Row>(rows: readonly Row[], page: number | undefined, size: number): { rows: Row[]; next: number | null } {
  return { rows: rows.slice(0, size), next: rows.length > size ? (page ?? 1) + 1 : null }
}
