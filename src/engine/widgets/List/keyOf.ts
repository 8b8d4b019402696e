import type { ReactNode } from 'react'

/** The key a row came with, so that a row that stays keeps its element; without one, its index. */
export function keyOf(row: ReactNode, index: number): string | number {
  return typeof row === 'object' && row !== null && 'key' in row && row.key !== null ? row.key : index
}
