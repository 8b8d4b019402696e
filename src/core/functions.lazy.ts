import type { LazyFunction, FunctionImplementation } from './functions.ts'
import { payeeFunctions } from './payeeChecks.ts'
import { leverageFunctions } from './trading/unrealizedPnl.ts'
import { secondsFunctions } from './trading/seconds.ts'

/** All functions excluded from a first load. */
export const lazyFunctions: Readonly<Record<LazyFunction, FunctionImplementation>> = {
  ...payeeFunctions,
  ...secondsFunctions,
  ...leverageFunctions,
}
