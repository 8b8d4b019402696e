import type { CallDef, Json } from '../../src/core/program.ts'
import type { Slot } from './contract.ts'

/** Parts of a file that may hold anything, as what they should be. */
export const record = (value: Json | undefined): Record<string, Json> => (value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {})
export const strings = (value: Json | undefined): string[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [])
export const slots = (value: Json | undefined): Record<string, Slot> => Object.fromEntries(Object.entries(record(value)).map(([name, held]) => [name, record(held) as Slot]))

export function pagingOf(value: Json | undefined): CallDef['paging'] {
  const { page, items, next, back } = record(value)
  return typeof page === 'string' && typeof items === 'string' && typeof next === 'string' ? { page, items, next, ...(back === true && { back }) } : undefined
}
