import type { UserPolling } from '../engine/language/product.ts'

export const userPolling: UserPolling = { values: () => [], isPending: () => false, calls: [] }
