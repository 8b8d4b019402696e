import type { FunctionImplementation } from '../../engine/language/expressions/functionEnv.ts'
import type { Signature } from '../../engine/language/expressions/signature.ts'
import { isCardNumber, networkOfAddress } from '../domain/payeeChecks.ts'

/** Functions that check where money goes. */
export const signatures = {
  isCardNumber: {
    params: ['string'],
    result: 'bool',
    call: 'function',
    synonyms: ['cardNumber'],
    doc: 'Whether the digits are the number of a payment card with a correct check digit.',
  },
  networkOfAddress: {
    params: ['string'],
    result: 'string',
    call: 'function',
    synonyms: ['addressNetwork'],
    doc: 'The network of a wallet address, by its format and checksum: TRC20, ERC20 or BTC; empty for none.',
  },
} satisfies Record<string, Signature>

/** By the names of the signatures. */
export const implementations = {
  isCardNumber: ([value]) => isCardNumber(String(value)),
  networkOfAddress: ([value]) => networkOfAddress(String(value)),
} satisfies Record<keyof typeof signatures, FunctionImplementation>
