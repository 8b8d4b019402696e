import type { Unbranded } from './units.ts'

/** Test data: a value of the contract with its decimals and times written as literals. */
export const branded = <T>(value: Unbranded<T>): T => value as T
