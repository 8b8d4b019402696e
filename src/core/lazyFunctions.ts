import { registerFunctions, type LazyFunction } from './functions.ts'

const LAZY_FUNCTIONS: Readonly<Record<LazyFunction, true>> = {
  isCardNumber: true,
  networkOfAddress: true,
  secondsProfit: true,
  secondsFee: true,
  unrealizedPnl: true,
  asPercentOf: true,
  convertStop: true,
}
let chunkLoaded = false

/** Whether a function of that name can be called: it is not lazy, or it is loaded. */
export const isFunctionLoaded = (name: string): boolean => chunkLoaded || !Object.hasOwn(LAZY_FUNCTIONS, name)

/** Loads the functions of the separate chunk. Rejects when it cannot be loaded. */
export async function loadLazyFunctions(): Promise<void> {
  const { lazyFunctions } = await import('./functions.lazy.ts')
  registerFunctions(lazyFunctions)
  chunkLoaded = true
}
