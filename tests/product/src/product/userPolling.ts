import type { UserPolling } from '../core/product.ts'

export const userPolling: UserPolling = { values: () => [], isPending: () => false, calls: [] }
