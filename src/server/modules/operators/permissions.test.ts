import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operatorContract, permissions, roles, type Role } from '../../../generated/operatorApi/contract.ts'
import type { OperatorCallId } from '../../../generated/operatorApi/calls.ts'
import { primary } from '../../../../tests/support/server/cases/identity.ts'
import {
  openOperatorServer,
  userIdOf,
  type OperatorClient,
  type SignedInOperator,
} from '../../../../tests/support/server/operatorClient.ts'
import type { TestServer } from '../../../../tests/support/server/testServer.ts'

const calls = Object.keys(operatorContract) as OperatorCallId[]
const guarded = calls.filter((call) => operatorContract[call].permission !== undefined)
const names = Object.keys(roles) as Role[]

let server: TestServer
let client: OperatorClient
const operators = new Map<Role, SignedInOperator>()
beforeAll(async () => {
  ;({ server, client } = await openOperatorServer())
  for (const role of names) operators.set(role, await client.operator(role))
})
afterAll(() => server.close())

describe('the table of roles', () => {
  it('has calls and roles', () => expect([guarded.length > 15, names.length > 4]).toEqual([true, true]))

  it('lets no role propose and decide corrections', () => {
    for (const role of names) {
      const own: readonly string[] = roles[role].permissions
      expect([role, own.includes('corrections.propose') && own.includes('corrections.decide')]).toEqual([role, false])
    }
  })

  it('lets the role that manages operators move no money', () => {
    expect(roles.admin.permissions.filter((name) => !/^(operators|audit)\./.test(name))).toEqual([])
  })

  it.each(Object.keys(permissions))('gives %s to a role', (permission) => {
    expect(names.some((role) => (roles[role].permissions as readonly string[]).includes(permission))).toBe(true)
  })
})

describe.each(guarded)('%s', (call) => {
  it.each(names)('is permitted to %s exactly by the table', async (role) => {
    const { token } = operators.get(role) ?? { token: '' }
    const isPermitted = (roles[role].permissions as readonly string[]).includes(operatorContract[call].permission ?? '')
    // Without any field a permitted call is refused later.
    const { code, status } = await client.call(call, {}, { token })
    expect(code === 'permissionDenied').toBe(!isPermitted)
    if (!isPermitted) expect(status).toBe(403)
  })
})

describe.each(calls.filter((call) => operatorContract[call].session !== 'none'))('%s', (call) => {
  it.each([undefined, '', 'x'.repeat(43)])('refuses the token %j', async (token) => {
    const { status, code } = await client.call(call, {}, token === undefined ? {} : { token })
    expect([status, code]).toEqual([401, operatorContract[call].session === 'key' ? 'wrongKey' : 'sessionExpired'])
  })
})

it.each(names)('users/detail shows reviews to %s exactly by the table', async (role) => {
  const person = await server.person()
  await primary(server, person)
  const { token } = operators.get(role) ?? { token: '' }
  const { status, data } = await client.call('users/detail', { user: await userIdOf(server, person) }, { token })
  const own: readonly string[] = roles[role].permissions
  const seen = own.includes('reviews.read') ? [expect.objectContaining({ kind: 'identity', open: true })] : null
  expect([status, data.reviews]).toEqual(own.includes('users.read') ? [200, seen] : [403, undefined])
})

it('the token of a user is no session of an operator', async () => {
  const { token } = await server.person()
  expect((await client.call('audit/list', {}, { token })).code).toBe('sessionExpired')
})

it('the token of an operator is no session of a user', async () => {
  const { token } = operators.get('admin') ?? { token: '' }
  expect((await server.call('user/info', {}, { token })).type).toBe('999')
})

it('a denied permission is in the audit log', async () => {
  const [support, auditor] = [operators.get('support'), operators.get('auditor')]
  await client.call('audit/list', {}, { token: support?.token ?? '' })
  const { data } = await client.call('audit/list', { call: 'audit/list' }, { token: auditor?.token ?? '' })
  expect(data.rows[0]).toMatchObject({ operator: support?.name, result: 'permissionDenied' })
})

it.each(names)('the permissions that session/me names for %s are those of the table', async (role) => {
  const { data } = await client.call('session/me', {}, { token: operators.get(role)?.token ?? '' })
  expect(data.permissions.toSorted()).toEqual([...roles[role].permissions].toSorted())
})
