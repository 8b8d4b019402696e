import type { LateFunction, Run } from './functions.ts'
import { payeeFunctions } from './payee.ts'
import { leverageFunctions } from './trading/live.ts'
import { secondsFunctions } from './trading/seconds.ts'

/** All that a first load does without. */
export const lateFunctions: Readonly<Record<LateFunction, Run>> = { ...payeeFunctions, ...secondsFunctions, ...leverageFunctions }
