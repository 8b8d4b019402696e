import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { en } from '../../../../../tests/support/server/flows/verification.ts'
import {
  advanced,
  passport,
  picture,
  primary,
  REVIEW_SECONDS,
  verified,
} from '../../../../../tests/support/server/cases/identity.ts'
import { createTestServer, type Person, type TestServer } from '../../../../../tests/support/server/testServer.ts'
import job from './job.ts'
import { refusalReason } from './sandboxFailures.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

const info = async ({ token }: Person) => (await server.call('user/getrealinfo', {}, { token })).data
const user = async ({ token }: Person) => (await server.call('user/info', {}, { token })).data
const titles = async ({ token }: Person) =>
  (await server.call('user/usermessage', {}, { token })).data.rows.map(({ title }) => title)

describe('the first level', () => {
  it('is in review until its time, then certified, once', async () => {
    const person = await server.person()
    await primary(server, person)
    await server.clock.advance(5)
    expect([(await user(person)).identity, (await info(person)).primary.status]).toEqual([1, 1])
    await server.clock.advance(REVIEW_SECONDS)
    expect(await user(person)).toMatchObject({ identity: 2, firstName: 'Anna', lastName: "O'Neil", creditScore: 80 })
    await server.clock.advance(REVIEW_SECONDS)
    expect((await titles(person)).filter((title) => title === en.primaryCertified.title)).toHaveLength(1)
    expect((await user(person)).creditScore).toBe(80)
  })

  it('is reviewed once by concurrent jobs', async () => {
    const person = await server.person()
    await primary(server, person)
    await server.context.db
      .updateTable('verifications')
      .set({ due: 0 })
      .where('user_id', '=', (await user(person)).id)
      .execute()
    await Promise.all([job(server.context), job(server.context), job(server.context)])
    expect(await user(person)).toMatchObject({ identity: 2, creditScore: 80 })
    expect((await titles(person)).filter((title) => title === en.primaryCertified.title)).toHaveLength(1)
  })

  it.each([
    ['0001', 'nameMismatch'],
    ['0002', 'documentExpired'],
    ['0003', 'numberUnknown'],
  ])('a number that ends in %s is refused (%s) and can be corrected', async (end, reason) => {
    const person = await server.person()
    const number = passport(end)
    await primary(server, person, { number })
    await server.clock.advance(REVIEW_SECONDS)
    expect((await info(person)).primary).toMatchObject({
      status: 0,
      reason,
      given: { firstName: 'Anna', number, documentType: 'passport' },
    })
    expect(await user(person)).toMatchObject({ identity: 0, firstName: null })
    expect(await titles(person)).toContain(en.primaryRefused.title)
    await primary(server, person)
    expect((await info(person)).primary).toMatchObject({ status: 1, reason: null, given: { number: null } })
    await server.clock.advance(REVIEW_SECONDS)
    expect((await user(person)).identity).toBe(2)
  })

  it('a number is free again only after a refusal', async () => {
    const [first, second] = [await server.person(), await server.person()]
    const number = passport('0001')
    await primary(server, first, { number })
    expect((await primary(server, second, { number })).code).toBe('idNumberVerified')
    await server.clock.advance(REVIEW_SECONDS)
    expect((await primary(server, second, { number })).type).toBe('ok')
  })

  it('of concurrent requests one is accepted', async () => {
    const [person, other] = [await server.person(), await server.person()]
    const number = passport()
    const replies = await Promise.all([
      ...Array.from({ length: 5 }, () => primary(server, person)),
      ...[person, other].map((item) => primary(server, item, { number })),
    ])
    expect(replies.filter(({ type }) => type === 'ok').length).toBeGreaterThan(0)
    const { rows } = {
      rows: await server.context.db
        .selectFrom('verifications')
        .selectAll()
        .where('user_id', '=', (await user(person)).id)
        .execute(),
    }
    expect(rows).toHaveLength(1)
  })

  it.each([
    [{ firstName: '42' }, 'parameterError'],
    [{ lastName: '   ' }, 'parameterError'],
    [{ country: 'XX' }, 'parameterError'],
    [{ country: 'KP' }, 'countryRestricted'],
    [{ number: 'ABCDEF' }, 'documentNumberInvalid'],
    [{ number: '<b>1</b>' }, 'parameterError'],
    [{ documentType: 'library' }, 'parameterError'],
  ])('%j is refused: %s', async (given, code) =>
    expect((await primary(server, await server.person(), given)).code).toBe(code),
  )

  it('allows names of any script', async () => {
    expect((await primary(server, await server.person(), { firstName: '美玲', lastName: 'Müller-Łódź' })).type).toBe(
      'ok',
    )
  })
})

describe('the second level', () => {
  it('is certified after its review', async () => {
    const person = await verified(server)
    await advanced(server, person)
    expect((await user(person)).advancedIdentity).toBe(1)
    await server.clock.advance(REVIEW_SECONDS)
    expect(await user(person)).toMatchObject({ advancedIdentity: 2, creditScore: 100 })
    expect(await titles(person)).toContain(en.advancedCertified.title)
    const { front } = (await info(person)).advanced
    expect((await server.app.inject({ url: front ?? '' })).headers['content-type']).toBe('image/png')
  })

  it('needs the one page of a passport', async () => {
    const person = await verified(server)
    const payload = { back: undefined, documentType: 'passport' }
    expect((await advanced(server, person, payload)).type).toBe('ok')
    expect((await info(person)).advanced).toMatchObject({ status: 1, back: null })
  })

  it('needs both sides of a card, regardless of the type that is sent', async () => {
    const person = await verified(server, { documentType: 'idCard' })
    const reply = await advanced(server, person, { back: undefined, documentType: 'passport' })
    expect(reply.code).toBe('missingParameter')
  })

  it.each([
    ['0011', 'imageUnreadable'],
    ['0012', 'imageMismatch'],
    ['0013', 'imageIncomplete'],
  ])('a document whose number ends in %s is refused (%s), and may be sent again', async (end, reason) => {
    const person = await verified(server, { number: passport(end) })
    const [front, back] = [await picture(server, person), await picture(server, person)]
    await advanced(server, person, { front, back })
    await server.clock.advance(REVIEW_SECONDS)
    expect((await info(person)).advanced).toMatchObject({ status: 0, reason })
    expect(await titles(person)).toContain(en.advancedRefused.title)
    expect((await advanced(server, person, { front, back })).type).toBe('ok')
  })

  it('a refusal frees its pictures', async () => {
    const person = await verified(server)
    const front = await picture(server, person)
    expect((await advanced(server, person, { front, back: 'nothing' })).code).toBe('dataNotFound')
    expect((await advanced(server, person, { front })).type).toBe('ok')
  })
})

it('forced refusals ignore trailing letters', () => {
  expect([
    refusalReason('primary', 'AB-0001'),
    refusalReason('primary', '12340002Z'),
    refusalReason('advanced', 'AB0001'),
    refusalReason('primary', 'AB0011'),
  ]).toEqual(['nameMismatch', 'documentExpired', null, null])
})
