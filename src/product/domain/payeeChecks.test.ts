import { describe, expect, it } from 'vitest'
import { networkOfAddress, encodeBase58Check, cardDigits, isCardNumber, encodeSegwitAddress } from './payeeChecks.ts'

// Addresses of BIP 173, BIP 350, the genesis block and the documents of Tron and EIP-55.
const networks: readonly (readonly [address: string, network: string])[] = [
  ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'BTC'],
  ['3P14159f73E4gFr7JterCCQh9QjiTjiZrG', 'BTC'],
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'BTC'],
  ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'BTC'],
  ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', 'BTC'],
  ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TRC20'],
  ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'ERC20'],
  ['0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', 'ERC20'],
  ['', ''],
  ['T', ''],
  ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', ''],
  ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T', ''],
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', ''],
  ['bc1Qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', ''],
  // A program of version 1 with the checksum of version 0.
  ['bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4', ''],
  ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', ''],
  ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe', ''],
  ['5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', ''],
  ['11111111111111111111111111', ''],
]

describe('the network of an address', () => {
  it.each(networks)('%s is of %j', (address, network) => expect(networkOfAddress(address)).toBe(network))

  it('is none once any letter of it is changed', () => {
    for (const [address, network] of networks.filter(([, network]) => network === 'TRC20' || network === 'BTC')) {
      for (let at = 4; at < address.length; at++) {
        const other = address[at] === 'a' || address[at] === 'A' ? 'C' : 'a'
        expect(networkOfAddress(address.slice(0, at) + other + address.slice(at + 1)), `${network} ${at}`).toBe('')
      }
    }
  })
})

it('a generated address is recognised', () => {
  const program = Uint8Array.from({ length: 20 }, (_, at) => at * 7)
  expect(networkOfAddress(encodeBase58Check(Uint8Array.of(0x41, ...program)))).toBe('TRC20')
  expect(networkOfAddress(encodeBase58Check(Uint8Array.of(0x00, ...program)))).toBe('BTC')
  expect(networkOfAddress(encodeSegwitAddress('bc', program))).toBe('BTC')
  expect(
    encodeSegwitAddress('bc', Uint8Array.from(Buffer.from('751e76e8199196d454941c45d1b3a323f1433bd6', 'hex'))),
  ).toBe('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')
})

describe('the number of a card', () => {
  it.each(['4242424242424242', '4242 4242 4242 4242', '5555555555554444', '378282246310005', '6011111111111117'])(
    '%s is one',
    (number) => expect(isCardNumber(number)).toBe(true),
  )
  it.each([
    '',
    '4242424242424241',
    '42424242424',
    '0000000000000000',
    '4242-4242-4242-4242',
    '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢',
    '42424242424242424242',
  ])('%j is none', (number) => expect(isCardNumber(number)).toBe(false))
  it('is stored without spaces', () => expect(cardDigits('4242 4242 4242 4242')).toBe('4242424242424242'))
})
