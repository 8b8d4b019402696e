import type { ErrorCode, SuccessCode } from '../../../../src/generated/errors.ts'
import { openSession } from '../../../../src/server/modules/identity/login/sessions.ts'
import { DEMO } from '../../../../src/server/modules/identity/seed.ts'
import { PASSWORD } from '../../../support/server/flows/security.ts'
import type { TestServer } from '../../../support/server/testServer.ts'
import type { PreparedRequest } from '../requests.ts'
import type { AccessRow } from './rows.ts'

export type Code = ErrorCode | SuccessCode | 1

/** A user in a given account state, with requests that succeed in a normal state. */
export interface AccountState {
  name: string
  become(server: TestServer, ready: PreparedRequest, id: string): Promise<PreparedRequest>
  expected(row: AccessRow, success: Code): Code
}

const strangers = ({ who }: AccessRow, success: Code): Code => (who === 'user' ? 'sessionExpired' : success)
const as =
  (change: Partial<PreparedRequest>) =>
  (_: TestServer, ready: PreparedRequest): Promise<PreparedRequest> =>
    Promise.resolve({ ...ready, ...change })
type Change = Partial<{
  locked: number
  frozen: number
  identity: number
  advanced_identity: number
  pay_password: null
  risk_test: null
  mode: 'real' | 'demo'
}>

const marked =
  (change: Change) =>
  async ({ context: { db } }: TestServer, ready: PreparedRequest, id: string): Promise<PreparedRequest> => {
    await db.updateTable('users').set(change).where('id', '=', id).execute()
    return ready
  }

const other = (mode: unknown): 'real' | 'demo' => (mode === 'real' ? 'demo' : 'real')

async function endedBy(
  server: TestServer,
  ready: PreparedRequest,
  id: string,
  end: (token: string, account: string) => Promise<{ type: string; code: unknown }>,
): Promise<PreparedRequest> {
  const { account } = await server.context.db
    .selectFrom('users')
    .select('account')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const reply = await end(await openSession(server.context, id, { ip: '', userAgent: '', lang: 'en' }), account)
  if (reply.type !== 'ok') throw new Error(`The session does not end: ${String(reply.code)}`)
  return ready
}

let forgetful = 0

export const ACCOUNT_STATES: readonly AccountState[] = [
  { name: 'visitor', become: as({ token: undefined }), expected: strangers },
  { name: 'stranger with a made-up token', become: as({ token: 'x'.repeat(43) }), expected: strangers },
  {
    name: 'user who has logged out',

    become: (server, ready, id) =>
      endedBy(server, ready, id, () =>
        server.call('user/logout', {}, ready.token === undefined ? {} : { token: ready.token }),
      ),
    expected: strangers,
  },
  {
    name: 'user whose password was changed elsewhere',

    become: (server, ready, id) =>
      endedBy(server, ready, id, (token, account) =>
        server.call(
          'safe/update_password',
          { oldPassword: account === DEMO.account ? DEMO.password : PASSWORD, password: 'another1' },
          { token },
        ),
      ),
    expected: strangers,
  },
  {
    name: 'user whose password was reset with a code',
    become: (server, ready, id) =>
      endedBy(server, ready, id, async () => {
        const email = `forgetful${++forgetful}@example.org`
        await server.context.db.updateTable('users').set({ email }).where('id', '=', id).execute()
        await server.clock.advance(60)
        await server.call('sms_mail', { email, purpose: 'forget' })
        return await server.call('user/forget', {
          type: 'email',
          account: email,
          code: await server.code(email),
          password: 'another1',
        })
      }),
    expected: strangers,
  },
  {
    name: 'user whose session has expired',

    async become({ context: { db, clock } }, ready, id) {
      await db.updateTable('sessions').set({ expires: clock.now() }).where('user_id', '=', id).execute()
      return ready
    },
    expected: strangers,
  },
  {
    name: 'unverified user',
    become: marked({ identity: 0, advanced_identity: 0 }),
    expected: ({ needs }, success) => needs?.verified ?? needs?.mayTrade ?? success,
  },
  {
    name: 'user without the risk test',
    become: marked({ risk_test: null }),
    expected: ({ needs }, success) => needs?.riskTest ?? success,
  },
  {
    name: 'user without a payment password',
    async become(server, ready, id) {
      await server.context.db.deleteFrom('pay_proofs').where('user_id', '=', id).execute()
      return await marked({ pay_password: null })(server, ready, id)
    },
    expected: ({ needs }, success) => needs?.payPassword ?? success,
  },
  {
    name: 'user without anything to withdraw to',

    async become({ context: { db, clock } }, ready, id) {
      await db
        .updateTable('payees')
        .set({ deleted: clock.now() })
        .where('user_id', '=', id)
        .where('deleted', 'is', null)
        .execute()
      return ready
    },
    expected: ({ needs }, success) => needs?.withdrawalAddress ?? success,
  },
  {
    name: 'frozen user',
    become: marked({ frozen: 1 }),
    expected: ({ frozen }, success) => (frozen ? 'accountFrozen' : success),
  },
  {
    name: 'locked user',

    become: marked({ locked: 1 }),
    expected: ({ effect }, success) => (effect === 'write' || effect === 'money' ? 'userLocked' : success),
  },
  {
    name: 'user with the other mode in use',

    become: (server, ready, id) => marked({ mode: other(ready.payload.mode) })(server, ready, id),
    expected: ({ sameMode }, success) => (sameMode ? 'statusAbnormal' : success),
  },
  {
    name: 'user with the demo account',

    async become(server, ready, id) {
      await marked({ mode: 'demo' })(server, ready, id)
      return 'mode' in ready.payload ? { ...ready, payload: { ...ready.payload, mode: 'demo' } } : ready
    },
    expected: ({ demo }, success) => demo ?? success,
  },
  {
    name: 'unverified user with the demo account',

    async become(server, ready, id) {
      await marked({ mode: 'demo', identity: 0, advanced_identity: 0 })(server, ready, id)
      return 'mode' in ready.payload ? { ...ready, payload: { ...ready.payload, mode: 'demo' } } : ready
    },
    expected: ({ demo, needs }, success) => demo ?? needs?.verified ?? success,
  },
  { name: 'user with the real account', become: as({}), expected: (_, success) => success },
]
