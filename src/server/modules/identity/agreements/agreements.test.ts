import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { borrow, borrower, deposit } from '../../../../../tests/support/server/flows/finance.ts'
import { buy, saver } from '../../../../../tests/support/server/flows/interest.ts'
import { as } from '../../../../../tests/support/server/flows/security.ts'
import { createTestServer, type Person, type TestServer } from '../../../../../tests/support/server/testServer.ts'
import { TERMS_VERSION } from '../terms.ts'
import type { ProductDocument } from './documents.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

const agreements = async (who: Person) => (await server.call('user/agreements', {}, as(who))).data
const agreed = async (who: Person, document: string) =>
  (await agreements(who)).documents.filter((agreement) => agreement.document === document)

/** Runs with another version of a document. */
async function withVersion<Result>(
  document: ProductDocument,
  version: string,
  run: () => Promise<Result>,
): Promise<Result> {
  const { content } = server.context
  const before = content.agreements
  Object.assign(content, { agreements: { ...before, [document]: version } })
  try {
    return await run()
  } finally {
    Object.assign(content, { agreements: before })
  }
}

const loanQuote = { mode: 'real', currency: 'USDT', amount: '100', days: 7 }
const fixedQuote = { mode: 'real', product: 'usdt-7', currency: 'USDT', amount: '100' }

it('a registration agrees to three documents in their version', async () => {
  const who = await server.person()
  const time = server.clock.now()
  expect((await agreements(who)).documents).toEqual(
    ['privacy', 'risk', 'terms'].map((document) => ({ document, version: TERMS_VERSION, time })),
  )
  for (const id of ['privacy', 'risk', 'terms'])
    expect((await server.call('news/detail', { id }, {})).data.version).toBe(TERMS_VERSION)
})

it('a user of before has agreed to the terms and the risk notice', async () => {
  const who = await server.person()
  const { id } = (await server.call('user/info', {}, as(who))).data
  await server.context.db.deleteFrom('agreements').where('user_id', '=', id).execute()
  expect((await agreements(who)).documents.map(({ document }) => document)).toEqual(['terms', 'risk'])
})

describe.each<
  [ProductDocument, () => Promise<Person>, (who: Person, more?: object) => Promise<{ type: string; code: unknown }>]
>([
  ['loanTerms', () => borrower(server), (who, more) => borrow(server, who, { ...more })],
  ['fixedTerms', () => server.person(), (who, more) => deposit(server, who, { ...more })],
  ['interestTerms', () => saver(server), (who, more) => buy(server, who, { ...more })],
])('%s', (document, person, order) => {
  it('are agreed to by an order, in the version that news/detail has', async () => {
    const who = await person()
    expect(await agreed(who, document)).toEqual([])
    expect((await order(who)).type).toBe('ok')
    const { version } = (await server.call('news/detail', { id: document }, {})).data
    expect(await agreed(who, document)).toEqual([{ document, version, time: server.clock.now() }])
  })
})

it('each version of a document is stored with the time of its first agreement', async () => {
  const who = await server.person()
  await deposit(server, who)
  const first = server.clock.now()
  await server.clock.advance(60)
  await deposit(server, who)
  await withVersion('fixedTerms', '2027-01-01', () => deposit(server, who))
  expect(await agreed(who, 'fixedTerms')).toEqual([
    { document: 'fixedTerms', version: server.context.content.agreements.fixedTerms, time: first },
    { document: 'fixedTerms', version: '2027-01-01', time: server.clock.now() },
  ])
})

it('an order under a document that has changed since its quote is refused, and agrees to nothing', async () => {
  const [debtor, saver] = [await borrower(server), await server.person()]
  const loan = (await server.call('lh/loan/quote', loanQuote, as(debtor))).data
  const fixed = (await server.call('lh/deposit/quote', fixedQuote, as(saver))).data
  expect(loan.agreement).toBe(server.context.content.agreements.loanTerms)
  const refused = [
    await withVersion('loanTerms', '2027-01-01', () => borrow(server, debtor, { terms: loan.terms })),
    await withVersion('fixedTerms', '2027-01-01', () => deposit(server, saver, { terms: fixed.terms })),
  ]
  expect(refused.map(({ code }) => code)).toEqual(['quoteExpired', 'quoteExpired'])
  expect([await agreed(debtor, 'loanTerms'), await agreed(saver, 'fixedTerms')]).toEqual([[], []])
  expect((await borrow(server, debtor, { terms: loan.terms })).type).toBe('ok')
})

it('the risk text of a product is accepted in its version', async () => {
  const who = await server.person()
  const { riskVersion } = (await server.call('trade/access', { symbol: 'BTCUSDT', product: 'leveraged' }, as(who))).data
  const activate = (version: string) =>
    server.call('trade/activate', { symbol: 'BTCUSDT', product: 'leveraged', version }, as(who))
  expect((await activate('2020-01-01')).code).toBe('termsChanged')
  expect((await activate(riskVersion)).code).toBe('activated')
  expect((await agreements(who)).risks).toEqual([
    { product: 'leveraged', version: riskVersion, time: server.clock.now() },
  ])
})
