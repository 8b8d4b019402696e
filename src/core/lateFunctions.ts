import type { LateFunction, Run } from './functions.ts'
import { payeeFunctions } from './payee.ts'
import { leverageFunctions } from './trading/live.ts'
import { secondsFunctions } from './trading/seconds.ts'

/** All functions excluded from a first load. */
export const lateFunctions: Readonly<Record<LateFunction, Run>> = { ...payeeFunctions, ...secondsFunctions, ...leverageFunctions }
