import { expect, test } from 'vitest'
import { descriptionsOf } from './schemaAt.ts'

const calls = [
  { description: 'A call of the contract' },
  { const: 'wallet/transfers', description: 'The transfers' },
  { const: 'wallet/info', description: 'The balances' },
]

test.each([
  ['wallet/info', ['A call of the contract', 'The balances']],
  ['wallet/tr', ['A call of the contract']],
])('of alternatives, only what is said of "%s" is shown', (value, expected) => {
  expect(descriptionsOf(calls, value)).toEqual(expected)
})
