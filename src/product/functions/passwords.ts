import type { FunctionImplementation } from '../../engine/language/expressions/functionEnv.ts'
import type { Signature } from '../../engine/language/expressions/signature.ts'
import { isCommonPassword, passwordStrength } from '../domain/passwords.ts'

/** Functions that judge a new password. Their chunk has the list of common ones. */
export const signatures = {
  isCommonPassword: {
    params: ['string'],
    result: 'bool',
    call: 'function',
    doc: 'Whether a password is among the 3000 most common ones, in any capitalization.',
  },
  passwordStrength: {
    params: ['string'],
    result: 'int',
    call: 'function',
    doc: 'Estimated strength of a password: 0 common or too short, 1 weak, 2 fair, 3 strong.',
  },
} satisfies Record<string, Signature>

/** By the names of the signatures. */
export const implementations = {
  isCommonPassword: ([password]) => isCommonPassword(String(password)),
  passwordStrength: ([password]) => passwordStrength(String(password)),
} satisfies Record<keyof typeof signatures, FunctionImplementation>
