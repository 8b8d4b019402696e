import { primary, REVIEW_SECONDS } from '../../../support/server/cases/identity.ts'
import { encodeBase58Check } from '../../../../src/product/domain/payeeChecks.ts'
import { DEMO } from '../../../../src/server/modules/identity/seed.ts'
import { buy, redeem } from '../../../support/server/flows/interest.ts'
import { PAY_PASSWORD, setPayPassword, steppedUp } from '../../../support/server/flows/security.ts'
import { png, type Person, type TestServer } from '../../../support/server/testServer.ts'

export interface Neighbour extends Person {
  id: string
  /** Signed URL of an image of this user. */
  picture: string
}

const NAMES = ['', 'Philippa Featherstonehaugh', 'Bartholomew Cholmondeley']

async function fine<T extends { type: string; code: unknown }>(asked: Promise<T>): Promise<T> {
  const reply = await asked
  if (reply.type !== 'ok') throw new Error(`A neighbour is refused: ${String(reply.code)}`)
  return reply
}

/** A user with one object of every kind. */
export async function furnish(server: TestServer, number: 1 | 2): Promise<Neighbour> {
  // Invited users appear in the inviter's list, so their names are not unique.
  const person = await server.person({ inviteCode: DEMO.inviteCode })
  const { token } = person
  const { id } = (await fine(server.call('user/info', {}, { token }))).data
  const [firstName = '', lastName = ''] = NAMES[number]?.split(' ') ?? []
  await fine(primary(server, person, { firstName, lastName, number: `QZ${number}7700${number}5577` }))
  await server.clock.advance(REVIEW_SECONDS)
  const card = number === 1 ? '4111111111111111' : '5555555555554444'
  await fine(
    steppedUp(server, person, 'user/cash_save', {
      kind: 'card',
      number: card,
      holder: `${NAMES[number]} Esq`,
      bank: `Bank of ${lastName}`,
    }),
  )
  await fine(
    steppedUp(server, person, 'user/cash_save', {
      kind: 'address',
      currency: 'USDT',
      network: 'TRC20',
      address: encodeBase58Check(Buffer.concat([Buffer.of(0x41), Buffer.alloc(20, number)])),
    }),
  )
  const email = `${firstName.toLowerCase()}@example.net`
  await fine(server.call('sms_mail', { email, purpose: 'bindEmail' }))
  await fine(steppedUp(server, person, 'safe/email', { way: 'bind', email, code: await server.code(email) }))
  const phone = `+49 15177700${String(number).padStart(3, '0')}`
  await fine(server.call('sms_send_d', { phone, purpose: 'bindPhone' }))
  await fine(steppedUp(server, person, 'safe/phone', { way: 'bind', phone, code: await server.code(phone) }))
  await fine(setPayPassword(server, person))
  await fine(server.call('safe/pay_verify', { call: 'wallet/transfer', password: PAY_PASSWORD }, { token }))
  const { data: screenshot } = await fine(server.upload(token, png(9_000_000 + number)))
  const { data: picture } = await fine(server.upload(token, png(9_000_100 + number)))
  const key = (what: string) => ({ token, headers: { 'idempotency-key': `neighbour-${number}-${what}` } })
  await fine(
    server.call(
      'wallet/charge_req',
      {
        mode: 'real',
        channel: 'wallet',
        currency: 'USDT',
        network: 'TRC20',
        amount: `2${number}.7`,
        screenshot: screenshot.id,
      },
      key('deposit'),
    ),
  )
  await fine(
    server.call(
      'wallet/transfer',
      { mode: 'real', from: 'coin', to: 'contract', currency: 'USDT', amount: `3${number}.3` },
      key('transfer'),
    ),
  )
  const { data: quote } = await fine(
    server.call('wallet/flash_quote', { mode: 'real', from: 'USDT', to: 'BTC', pay: '50' }, { token }),
  )
  const { from, to, pay, receive, fee } = quote
  await fine(
    server.call('wallet/flashAgainst', { mode: 'real', quote: quote.id, from, to, pay, receive, fee }, key('exchange')),
  )
  const { data: order } = await fine(buy(server, person))
  await fine(redeem(server, person, order.id))
  // Runs the due jobs before anything is compared.
  await server.clock.advance(600)
  return { ...person, id, picture: picture.url }
}

/** An image is fetched without login: only its signed URL opens it, for a short time. */
export async function peek(server: TestServer, owner: Neighbour, other: Neighbour): Promise<string[]> {
  const faults: string[] = []
  const fresh = async ({ token }: Neighbour, number: number) =>
    (await server.upload(token, png(9_100_000 + number))).data.url
  const [ownUrl, otherUrl] = [await fresh(owner, 1), await fresh(other, 2)]
  const get = async (url: string) => (await server.app.inject({ method: 'GET', url })).statusCode
  const path = (url: string) => url.split('?')[0] ?? ''
  const query = (url: string) => url.split('?')[1] ?? ''
  if ((await get(ownUrl)) !== 200) faults.push('the owner cannot see a picture')
  const wrong = [
    path(ownUrl),
    `${path(ownUrl)}?${query(otherUrl)}`,
    ownUrl.replace(/expires=\d/, 'expires=9'),
    owner.picture,
    `${ownUrl}&signature=x`,
    `${path(ownUrl)}?signature=&expires=99999999999`,
  ]
  for (const url of wrong)
    if ((await get(url)) !== 404) faults.push(`a picture is shown at ${url.replaceAll(/[\w-]{43}/g, '…')}`)
  await server.clock.advance(1300)
  if ((await get(ownUrl)) !== 404) faults.push('the address of a picture does not expire')
  return faults
}
