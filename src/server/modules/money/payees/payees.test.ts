import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { networkOfAddress } from '../../../../product/domain/payeeChecks.ts'
import { sandboxAddress } from '../deposits/instructions.ts'
import { createTestServer, type Person, type TestServer } from '../../../../../tests/support/server/testServer.ts'
import { steppedUp, stepUp } from '../../../../../tests/support/server/flows/security.ts'
import { certify, withdraw } from '../../../../../tests/support/server/flows/withdrawals.ts'
import { hasValidChecksum, withChecksum } from './erc20Checksum.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

const ETHEREUM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const save = (person: Person, payload: Record<string, unknown>) => steppedUp(server, person, 'user/cash_save', payload)
const address = (text: string, network = 'ERC20', currency = 'USDT') => ({
  kind: 'address',
  currency,
  network,
  address: text,
})
const hasAddress = async ({ token }: Person) =>
  (await server.call('user/info', {}, { token })).data.hasWithdrawalAddress

describe('the checksum of an ERC20 address', () => {
  // The examples of EIP-55.
  it.each([
    ETHEREUM,
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ])('checks the capitals of %s', (text) => {
    expect(withChecksum(text.slice(2))).toBe(text)
    expect(hasValidChecksum(text)).toBe(true)
    expect(hasValidChecksum(text.toLowerCase())).toBe(true)
    expect(
      hasValidChecksum(text.replace(/[a-f](?=[^a-f]*$)/, (letter) => letter.toUpperCase()).replace('A', 'a')),
    ).toBe(false)
  })
})

describe('a wallet address', () => {
  it('permits withdrawals until it is deleted', async () => {
    const ann = await server.person()
    expect(await hasAddress(ann)).toBe(false)
    const { data } = await save(ann, address(ETHEREUM))
    expect(await hasAddress(ann)).toBe(true)
    await server.call('user/cash_del', { id: data.id }, { token: ann.token })
    expect(await hasAddress(ann)).toBe(false)
    expect(await server.call('user/cash_del', { id: data.id }, { token: ann.token })).toMatchObject({
      code: 'noPermissionToDeleteAddress',
    })
    expect(await save(ann, address(ETHEREUM))).toMatchObject({ code: 'added' })
  })

  it('is unique in any capitalization, and separate per currency', async () => {
    const ann = await server.person()
    await save(ann, address(ETHEREUM.toLowerCase()))
    expect(await save(ann, address(ETHEREUM))).toMatchObject({ code: 'addressExists' })
    expect(await save(ann, address(ETHEREUM, 'ERC20', 'ETH'))).toMatchObject({ code: 'added' })
    const { addresses } = (await server.call('user/cash_info', {}, { token: ann.token })).data
    expect(addresses.map((address) => address.address)).toEqual([ETHEREUM, ETHEREUM])
  })

  it('with a wrong checksum in its capitals is refused', async () => {
    expect(await save(await server.person(), address(ETHEREUM.replace('E7E', 'e7E')))).toMatchObject({
      code: 'wrongAddress',
    })
  })

  it.each([
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'ERC20', 'USDT'],
    [ETHEREUM, 'TRC20', 'USDT'],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'TRC20', 'USDT'],
    [ETHEREUM, 'BTC', 'BTC'],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T', 'TRC20', 'USDT'],
  ])('%s is no address of %s', async (text, network, currency) => {
    expect(await save(await server.person(), address(text, network, currency))).toMatchObject({ code: 'wrongAddress' })
  })

  it('is stored once if concurrent', async () => {
    const ann = await server.person()
    const proofs: (string | undefined)[] = []
    for (let at = 0; at < 10; at++) proofs.push(await stepUp(server, ann, 'user/cash_save'))
    const replies = await Promise.all(
      proofs.map((stepUpProof) =>
        server.call('user/cash_save', { ...address(ETHEREUM), stepUpProof }, { token: ann.token }),
      ),
    )
    expect(replies.map(({ code }) => String(code)).toSorted()).toEqual([
      'added',
      ...Array<string>(9).fill('addressExists'),
    ])
  })

  it('is shown to its owner only', async () => {
    const [ann, bob] = [await server.person(), await server.person()]
    await save(ann, address(ETHEREUM))
    expect((await server.call('user/cash_info', {}, { token: bob.token })).data).toMatchObject({
      cards: [],
      addresses: [],
    })
  })
})

it('of a card is shown by its last digits only', async () => {
  const ann = await server.person()
  await save(ann, { kind: 'card', number: '5555 5555 5555 4444', holder: ' Ann ', bank: 'First Bank' })
  const reply = await server.call('user/cash_info', {}, { token: ann.token })
  expect(JSON.stringify(reply.data)).not.toContain('5555')
  expect(reply.data.cards).toMatchObject([{ number: '•••• •••• •••• 4444', holder: 'Ann' }])
})

it('of the sandbox is valid, unique per user, and never a real Bitcoin address', () => {
  expect(networkOfAddress(sandboxAddress('ann', 'USDT', 'TRC20'))).toBe('TRC20')
  const ethereum = sandboxAddress('ann', 'USDT', 'ERC20')
  expect([networkOfAddress(ethereum), hasValidChecksum(ethereum), ethereum.slice(0, 8).toLowerCase()]).toEqual([
    'ERC20',
    true,
    '0x5a4db0',
  ])
  expect(sandboxAddress('ann', 'BTC', 'BTC')).toMatch(/^tb1q[a-z0-9]{38}$/)
  expect(networkOfAddress(sandboxAddress('ann', 'BTC', 'BTC'))).toBe('')
  const all = ['ann', 'bob'].flatMap((user) =>
    (['TRC20', 'ERC20', 'BTC'] as const).map((network) => sandboxAddress(user, 'USDT', network)),
  )
  expect(new Set(all).size).toBe(6)
  expect(sandboxAddress('ann', 'USDT', 'TRC20')).toBe(all[0])
})

describe('a payee as people paste it', () => {
  it.each([
    '۴۵۳۲۰۱۵۱۱۲۸۳۰۳۶۶',
    '４５３２０１５１１２８３０３６６',
    '4532-0151-1283-0366',
    '4532 0151 1283 0366',
    '\u202a4532015112830366\u202c',
  ])('has the card number 4532015112830366 for %j', async (number) => {
    const ann = await server.person()
    expect(await save(ann, { kind: 'card', number, holder: 'Ann Example', bank: 'First Bank' })).toMatchObject({
      code: 'added',
    })
    expect(
      await save(ann, { kind: 'card', number: '4532015112830366', holder: 'Ann Example', bank: 'First Bank' }),
    ).toMatchObject({ code: 'addressExists' })
  })

  it.each([
    '\u200eTJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
    'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8\u200b',
    '\u202aTJRabPrwbZy45sbavfcjinPJC18kjpRTv8\u202c',
    ' TJRabPrwbZy45sbavf cjinPJC18kjpRTv8 ',
  ])('has an address without the marks of %j', async (text) => {
    const ann = await server.person()
    expect(await save(ann, address(text, 'TRC20'))).toMatchObject({ code: 'added' })
    const { addresses } = (await server.call('user/cash_info', {}, { token: ann.token })).data
    expect(addresses).toMatchObject([{ address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' }])
  })
})

describe('the label of a payee', () => {
  it('is shown with it in the list, in the ways to withdraw and in the quote', async () => {
    const ann = await server.person()
    const { data } = await save(ann, { ...address('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TRC20'), label: ' Ledger​ ' })
    const { addresses } = (await server.call('user/cash_info', {}, { token: ann.token })).data
    expect(addresses).toMatchObject([{ label: 'Ledger' }])
    const { ways } = (await server.call('wallet/out_info', { mode: 'real' }, { token: ann.token })).data
    expect(ways).toMatchObject([{ label: 'Ledger' }])
    const input = { mode: 'real', payee: data.id, currency: 'USDT', amount: '20' }
    expect((await server.call('wallet/out_quote', input, { token: ann.token })).data).toMatchObject({ label: 'Ledger' })
  })

  it('is optional', async () => {
    const ann = await server.person()
    await save(ann, address(ETHEREUM))
    expect((await server.call('user/cash_info', {}, { token: ann.token })).data.addresses).toMatchObject([
      { label: null },
    ])
  })
})

describe('the use of a payee', () => {
  it('is the last payment and the end of the hold', async () => {
    const person = await server.person()
    await certify(server, person)
    const { data } = await save(person, address('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TRC20'))
    const added = server.clock.now()
    const use = async () => (await server.call('user/cash_info', {}, { token: person.token })).data.addresses[0]
    expect(await use()).toMatchObject({ lastPaid: null, heldUntil: added + 120 })
    await withdraw(server, { ...person, payee: data.id })
    await server.clock.advance(160)
    expect(await use()).toMatchObject({ lastPaid: added + 140, heldUntil: null })
  })
})
