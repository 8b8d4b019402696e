import currencies from 'country-to-currency'
import type { FunctionImplementation } from '../../engine/language/expressions/functionEnv.ts'
import type { Signature } from '../../engine/language/expressions/signature.ts'

const byCountry: Readonly<Record<string, string>> = currencies

/** Functions that need the table of national currencies, which browsers do not have: the package is a copy of ISO 4217 by country. */
export const signatures = {
  currencyOfCountry: {
    params: ['string'],
    result: 'string',
    call: 'function',
    doc: 'The currency of a country, ISO 3166-1 alpha-2; empty for an unknown one.',
  },
} satisfies Record<string, Signature>

/** By the names of the signatures. */
export const implementations = {
  currencyOfCountry: ([country]) => (Object.hasOwn(byCountry, String(country)) ? byCountry[String(country)] : ''),
} satisfies Record<keyof typeof signatures, FunctionImplementation>
