import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { en } from './testing.ts'
import { advanced, passport, picture, primary, REVIEW_SECONDS, verified } from '../cases/identity.ts'
import { createWorld, type Person, type World } from '../testing/testServer.ts'
import job from './job.ts'
import { SANDBOX_FAILURE_CODES, refusalReason } from './sandboxFailures.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const info = async ({ token }: Person) => (await world.call('user/getrealinfo', {}, { token })).data
const user = async ({ token }: Person) => (await world.call('user/info', {}, { token })).data
const titles = async ({ token }: Person) => (await world.call('user/usermessage', {}, { token })).data.rows.map(({ title }) => title)

describe('the first level', () => {
  it('is in review until the time is over, then certified, once', async () => {
    const person = await world.person()
    await primary(world, person)
    await world.clock.advance(5)
    expect([(await user(person)).identity, (await info(person)).primary.status]).toEqual([1, 1])
    await world.clock.advance(REVIEW_SECONDS)
    expect(await user(person)).toMatchObject({ identity: 2, firstName: 'Anna', lastName: "O'Neil", creditScore: 75 })
    await world.clock.advance(REVIEW_SECONDS)
    expect((await titles(person)).filter((title) => title === en.primaryCertified.title)).toHaveLength(1)
    expect((await user(person)).creditScore).toBe(75)
  })

  it('is ended once by jobs that run together', async () => {
    const person = await world.person()
    await primary(world, person)
    await world.context.db.updateTable('verifications').set({ due: 0 }).where('user_id', '=', (await user(person)).id).execute()
    await Promise.all([job(world.context), job(world.context), job(world.context)])
    expect(await user(person)).toMatchObject({ identity: 2, creditScore: 75 })
    expect((await titles(person)).filter((title) => title === en.primaryCertified.title)).toHaveLength(1)
  })

  it.each(Object.entries(SANDBOX_FAILURE_CODES.primary))('a number that ends in %s is refused: %s; what was given is kept, and can be put right', async (end, reason) => {
    const person = await world.person()
    const number = passport(end)
    await primary(world, person, { number })
    await world.clock.advance(REVIEW_SECONDS)
    expect((await info(person)).primary).toMatchObject({ status: 0, reason, given: { firstName: 'Anna', number, documentType: 'passport' } })
    expect(await user(person)).toMatchObject({ identity: 0, firstName: null })
    expect(await titles(person)).toContain(en.primaryRefused.title)
    await primary(world, person)
    expect((await info(person)).primary).toMatchObject({ status: 1, reason: null, given: { number: null } })
    await world.clock.advance(REVIEW_SECONDS)
    expect((await user(person)).identity).toBe(2)
  })

  it('a number is free again after a refusal, and only then', async () => {
    const [first, second] = [await world.person(), await world.person()]
    const number = passport('0001')
    await primary(world, first, { number })
    expect((await primary(world, second, { number })).code).toBe('idNumberVerified')
    await world.clock.advance(REVIEW_SECONDS)
    expect((await primary(world, second, { number })).type).toBe('ok')
  })

  it('of requests that come together one is taken', async () => {
    const [person, other] = [await world.person(), await world.person()]
    const number = passport()
    const replies = await Promise.all([...Array.from({ length: 5 }, () => primary(world, person)), ...[person, other].map((one) => primary(world, one, { number }))])
    expect(replies.filter(({ type }) => type === 'ok').length).toBeGreaterThan(0)
    const { rows } = { rows: await world.context.db.selectFrom('verifications').selectAll().where('user_id', '=', (await user(person)).id).execute() }
    expect(rows).toHaveLength(1)
  })

  it.each([
    [{ firstName: '42' }, 'parameterError'],
    [{ firstName: 'Anna\u202e' }, 'parameterError'],
    [{ lastName: '   ' }, 'parameterError'],
    [{ country: 'XX' }, 'parameterError'],
    [{ country: 'KP' }, 'countryRestricted'],
    [{ number: 'ABCDEF' }, 'documentNumberInvalid'],
    [{ number: '<b>1</b>' }, 'parameterError'],
    [{ documentType: 'library' }, 'parameterError'],
  ])('%j is refused: %s', async (given, code) => expect((await primary(world, await world.person(), given)).code).toBe(code))

  it('takes names of any script', async () => {
    expect((await primary(world, await world.person(), { firstName: '美玲', lastName: 'Müller-Łódź' })).type).toBe('ok')
  })
})

describe('the second level', () => {
  it('is certified after its review', async () => {
    const person = await verified(world)
    await advanced(world, person)
    expect((await user(person)).advancedIdentity).toBe(1)
    await world.clock.advance(REVIEW_SECONDS)
    expect(await user(person)).toMatchObject({ advancedIdentity: 2, creditScore: 90 })
    expect(await titles(person)).toContain(en.advancedCertified.title)
    const { front } = (await info(person)).advanced
    expect((await world.app.inject({ url: front ?? '' })).headers['content-type']).toBe('image/png')
  })

  it.each(Object.entries(SANDBOX_FAILURE_CODES.advanced))('a document whose number ends in %s is refused: %s; the pictures may be sent again', async (end, reason) => {
    const person = await verified(world, { number: passport(end) })
    const [front, back] = [await picture(world, person), await picture(world, person)]
    await advanced(world, person, { front, back })
    await world.clock.advance(REVIEW_SECONDS)
    expect((await info(person)).advanced).toMatchObject({ status: 0, reason })
    expect(await titles(person)).toContain(en.advancedRefused.title)
    expect((await advanced(world, person, { front, back })).type).toBe('ok')
  })

  it('a refusal leaves no picture in use', async () => {
    const person = await verified(world)
    const front = await picture(world, person)
    expect((await advanced(world, person, { front, back: 'nothing' })).code).toBe('dataNotFound')
    expect((await advanced(world, person, { front })).type).toBe('ok')
  })
})

it('magic ends are told whatever stands behind them', () => {
  expect([refusalReason('primary', 'AB-0001'), refusalReason('primary', '12340002Z'), refusalReason('advanced', 'AB0001'), refusalReason('primary', 'AB0011')]).toEqual(['nameMismatch', 'documentExpired', null, null])
})
