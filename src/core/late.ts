import { addFunctions, type LateFunction } from './functions.ts'

const LAZY_FUNCTIONS: Readonly<Record<LateFunction, true>> = { isCardNumber: true, networkOfAddress: true, secondsProfit: true, secondsFee: true, unrealizedPnl: true, asPercentOf: true, convertStop: true }
let loaded = false

/** Whether a function of that name is not loaded yet. */
export const isAwaited = (name: string): boolean => !loaded && Object.hasOwn(LAZY_FUNCTIONS, name)

/** Loads the functions of the separate chunk. Rejects when it cannot be loaded. */
export async function loadFunctions(): Promise<void> {
  const { lateFunctions } = await import('./lateFunctions.ts')
  addFunctions(lateFunctions)
  loaded = true
}
