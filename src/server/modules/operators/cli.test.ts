import type { AddressInfo } from 'node:net'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createOperatorClient,
  openOperatorServer,
  OPERATOR_KEY,
  type OperatorClient,
} from '../../../../tests/support/server/operatorClient.ts'
import { createTestServer, type TestServer } from '../../../../tests/support/server/testServer.ts'
import { run } from './cli.ts'

let server: TestServer
let client: OperatorClient
let origin: string
let folder: string
beforeAll(async () => {
  ;({ server, client } = await openOperatorServer())
  origin = await server.app.listen({ host: '127.0.0.1', port: 0 })
  folder = mkdtempSync(join(tmpdir(), 'placard-operator-'))
  mkdirSync(join(folder, 'data'))
  writeFileSync(join(folder, 'data/operator.key'), `${OPERATOR_KEY}\n`)
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

/** `answers`: in the order of the questions, computed from what was printed before. */
async function operator(args: string[], answers: ((printed: string) => string | Promise<string>)[] | null) {
  let printed = ''
  const status = await run(args, {
    cwd: folder,
    env: { PLACARD_SERVER: origin },
    print: (text) => void (printed += text),
    ask: answers === null ? null : async () => (await answers.shift()?.(printed)) ?? '',
  })
  return { status, printed }
}
const secretIn = (printed: string): string => /^(?:[A-Z2-7]{1,4} ?)+$/m.exec(printed)?.[0].replaceAll(' ', '') ?? ''
const logIn = async (name: string, password: string, secret: string) =>
  (await client.call('session/login', { name, password, code: await client.code(secret) })).data.token

it.each([[[]], [['add']], [['remove', 'anna']], [['add', 'anna', '--roles', 'support']], [['add', 'a', '--unknown']]])(
  'ends with status 2 for %j',
  async (args) => expect((await operator(args, null)).status).toBe(2),
)

it('names the address where there is no server', async () => {
  const { port } = server.app.server.address() as AddressInfo
  const { status, printed } = await operator(
    ['add', 'anna', '--server', `http://127.0.0.1:${port === 1 ? 2 : 1}`],
    null,
  )
  expect([status, printed]).toEqual([1, expect.stringContaining('There is no server at http://127.0.0.1:')])
})

it('adds the first operator, who enrols an authenticator app and adds the others', async () => {
  const first = await operator(
    ['add', 'anna'],
    [() => 'correct horse battery', (printed) => client.code(secretIn(printed))],
  )
  expect([first.status, first.printed]).toEqual([0, expect.stringContaining('anna can log in')])
  expect(first.printed).toContain('otpauth://totp/')
  expect(first.printed).toContain('█')
  const secret = secretIn(first.printed)
  const token = await logIn('anna', 'correct horse battery', secret)
  expect((await client.call('session/me', {}, { token })).data.operator).toMatchObject({
    name: 'anna',
    roles: ['admin'],
  })

  const again = await operator(['add', 'berta'], null)
  expect([again.status, again.printed]).toEqual([1, expect.stringContaining('There is an admin already')])

  const second = await operator(
    ['add', 'berta', '--as', 'anna', '--roles', 'support,reviewer'],
    [
      () => 'correct horse battery',
      () => client.code(secret),
      () => 'another password',
      (printed) => client.code(secretIn(printed)),
    ],
  )
  expect([second.status, second.printed]).toEqual([0, expect.stringContaining('berta can log in')])
  const session = await logIn('berta', 'another password', secretIn(second.printed))
  expect((await client.call('session/me', {}, { token: session })).data.operator.roles).toEqual(['reviewer', 'support'])
})

it('without a terminal prints what the operator needs for the setup', async () => {
  const own = await createTestServer({ operatorKey: OPERATOR_KEY })
  const address = await own.app.listen({ host: '127.0.0.1', port: 0 })
  const { status, printed } = await operator(['add', 'clara', '--server', address], null)
  const [, temporary = ''] = /for a day: (\S+)/.exec(printed) ?? []
  const calls = createOperatorClient(own)
  const { token } = (await calls.call('session/login', { name: 'clara', password: temporary })).data
  const code = await calls.code(secretIn(printed))
  const setup = await calls.call('session/setup', { password: 'a password of clara', code }, { token })
  expect([status, setup.status]).toEqual([0, 200])
  await own.close()
})
