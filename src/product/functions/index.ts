import * as common from './common.ts'
import * as currencies from './currencies.ts'
import * as languages from './languages.ts'
import * as passwords from './passwords.ts'
import * as payees from './payees.ts'

/** All functions of the product, for the compiler and the server; the client loads them by chunks.ts. */
export const signatures = {
  ...common.signatures,
  ...currencies.signatures,
  ...languages.signatures,
  ...passwords.signatures,
  ...payees.signatures,
}
export const implementations = {
  ...common.implementations,
  ...currencies.implementations,
  ...languages.implementations,
  ...passwords.implementations,
  ...payees.implementations,
}
