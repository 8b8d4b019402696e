import { addFunctions, type LateFunction } from './functions.ts'

const LAZY_FUNCTIONS: Readonly<Record<LateFunction, true>> = { isCardNumber: true, networkOfAddress: true, secondsProfit: true, secondsFee: true, unrealizedPnl: true, asPercentOf: true, convertStop: true }
let loaded = false

/** Whether a function of that name is still to come. */
export const isAwaited = (name: string): boolean => !loaded && Object.hasOwn(LAZY_FUNCTIONS, name)

/** Gets the functions that come in a chunk of their own. Rejects when it cannot be had. */
export async function loadFunctions(): Promise<void> {
  const { lateFunctions } = await import('./lateFunctions.ts')
  addFunctions(lateFunctions)
  loaded = true
}
