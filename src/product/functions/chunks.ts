import type { LoadFunctions } from '../../engine/language/expressions/functionEnv.ts'
import type { signatures as currencySignatures } from './currencies.ts'
import type { signatures as languageSignatures } from './languages.ts'
import type { signatures as passwordSignatures } from './passwords.ts'
import type { signatures as payeeSignatures } from './payees.ts'

/** The chunk of every function that `separate` does not name. */
export const common = () => import('./common.ts')

const currencies = () => import('./currencies.ts')
const languages = () => import('./languages.ts')
const passwords = () => import('./passwords.ts')
const payees = () => import('./payees.ts')

/** Functions that most screens do without, such as those that need a library, each with its chunk. */
export const separate = {
  currencyOfCountry: currencies,
  languageName: languages,
  isCardNumber: payees,
  isCommonPassword: passwords,
  networkOfAddress: payees,
  passwordStrength: passwords,
} satisfies Record<
  | keyof typeof currencySignatures
  | keyof typeof languageSignatures
  | keyof typeof passwordSignatures
  | keyof typeof payeeSignatures,
  LoadFunctions
>
