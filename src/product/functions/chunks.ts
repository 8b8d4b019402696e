import type { LoadFunctions } from '../../core/functionEnv.ts'
import type { signatures as currencySignatures } from './currencies.ts'
import type { signatures as payeeSignatures } from './payees.ts'

/** The chunk of every function that `separate` does not name. */
export const common = () => import('./common.ts')

const currencies = () => import('./currencies.ts')
const payees = () => import('./payees.ts')

/** Functions that need a library which most screens do without, each with its chunk. */
export const separate = {
  currencyOfCountry: currencies,
  isCardNumber: payees,
  networkOfAddress: payees,
} satisfies Record<keyof typeof currencySignatures | keyof typeof payeeSignatures, LoadFunctions>
