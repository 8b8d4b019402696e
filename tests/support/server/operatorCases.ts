import type { Role } from '../../../src/generated/operatorApi/contract.ts'
import type { OperatorCallId, Review } from '../../../src/generated/operatorApi/calls.ts'
import { primary } from './cases/identity.ts'
import {
  OPERATOR_KEY,
  openOperatorServer,
  type OperatorClient,
  type OperatorReply,
  type SignedInOperator,
  userIdOf,
} from './operatorClient.ts'
import type { TestServer } from './testServer.ts'
import { DEFAULT_CONFIG } from '../../../src/server/config.ts'

/** A server whose operators answer identities by hand. */
export interface OperatorStage {
  server: TestServer
  client: OperatorClient
}
export type OperatorCase = (stage: OperatorStage) => Promise<OperatorReply<OperatorCallId>>
interface Cases {
  ok: OperatorCase
  errors: Readonly<Record<string, OperatorCase>>
}

const DAY = 86_400
const REASON = 'asked for by the user'

/** `database`: an empty one; in memory by default. */
export async function openOperatorStage(database = ':memory:'): Promise<OperatorStage> {
  const review = { ...DEFAULT_CONFIG.server.review, manual: ['identity' as const] }
  const operator = { ...DEFAULT_CONFIG, server: { ...DEFAULT_CONFIG.server, review } }
  return await openOperatorServer({ operator, database })
}

/** On a separate server: days pass there, so that all sessions end. */
const apart =
  (work: OperatorCase): OperatorCase =>
  async (shared) => {
    const own = await openOperatorStage()
    try {
      const { lastExchange } = own.client
      const reply = await work(own)
      shared.client.lastExchange = lastExchange
      return reply
    } finally {
      await own.server.close()
    }
  }

/** Sends a call as a new operator with the roles. */
const by =
  (call: OperatorCallId, payload: object, ...roles: Role[]): OperatorCase =>
  async ({ client }) =>
    await client.call(call, { ...payload }, { token: (await client.operator(...roles)).token })

const newUser = async ({ server }: OperatorStage): Promise<string> => await userIdOf(server, await server.person())

const signInAgain = async ({ client }: OperatorStage, { name, password, secret }: SignedInOperator): Promise<string> =>
  (await client.call('session/login', { name, password, code: await client.code(secret) })).data.token

/** A call about a new user. */
const about =
  (call: OperatorCallId, payload: object, role: Role): OperatorCase =>
  async (stage) =>
    await by(call, { user: await newUser(stage), ...payload }, role)(stage)

const CORRECTION = { mode: 'real', kind: 'coin', currency: 'USDT', amount: '25.5', reason: 'a fee taken twice' }

async function proposed(stage: OperatorStage, more: object = {}) {
  const maker = await stage.client.operator('finance')
  const payload = { ...CORRECTION, user: await newUser(stage), ...more }
  const { data } = await stage.client.call('corrections/propose', payload, { token: maker.token })
  return { maker, id: data.id }
}
const decide = (id: string) =>
  by('corrections/decide', { id, approve: true, note: 'checked the journal' }, 'controller')
const withdraw = (stage: OperatorStage, id: string, token: string) =>
  stage.client.call('corrections/withdraw', { id, reason: 'a mistake' }, { token })

/** After a day the correction has expired. */
async function expired(stage: OperatorStage, work: (id: string, maker: SignedInOperator) => ReturnType<OperatorCase>) {
  const { maker, id } = await proposed(stage)
  await stage.server.clock.advance(DAY + 1)
  return await work(id, maker)
}

async function reviewOf(stage: OperatorStage): Promise<Review> {
  const person = await stage.server.person()
  await primary(stage.server, person)
  const user = (await stage.server.call('user/info', {}, { token: person.token })).data.id
  const { data } = await by('reviews/list', { kind: 'identity', user }, 'reviewer')(stage)
  const [review] = (data as { rows: Review[] }).rows
  if (!review) throw new Error('There is no review.')
  return review
}
const answer = ({ kind, id, status }: Pick<Review, 'kind' | 'id' | 'status'>, more: object = {}) =>
  by(
    'reviews/answer',
    { kind, id, status, approve: true, reason: null, note: 'the document is genuine', ...more },
    'reviewer',
  )

/** Sets the settings as a manager, with a change. */
const change =
  (edit: (settings: typeof DEFAULT_CONFIG.server) => unknown, older = 0): OperatorCase =>
  async (stage) => {
    const { token } = await stage.client.operator('manager')
    const { version, settings } = (await stage.client.call('settings/get', {}, { token })).data
    const next = structuredClone(settings)
    edit(next)
    return await stage.client.call(
      'settings/set',
      { version: version - older, settings: next, reason: 'fees of the new year' },
      { token },
    )
  }

async function temporary(
  { client }: OperatorStage,
  name: string,
): Promise<{ name: string; password: string; id: string }> {
  const { token } = await client.admin()
  const { data } = await client.call('operators/create', { name, roles: ['support'], reason: REASON }, { token })
  return { name, password: data.password, id: data.operator.id }
}

/** Sends a call in the session of a temporary password. */
const inSetup =
  (
    call: 'session/setup' | 'session/setup_key',
    payload: (stage: OperatorStage, own: { password: string; secret: string }) => Promise<Record<string, unknown>>,
  ): OperatorCase =>
  async (stage) => {
    const own = await temporary(stage, `new_${++names}`)
    const { token } = (await stage.client.call('session/login', { name: own.name, password: own.password })).data
    const { secret } = (await stage.client.call('session/setup_key', {}, { token })).data
    return await stage.client.call(call, await payload(stage, { ...own, secret: secret.replaceAll(' ', '') }), {
      token,
    })
  }
let names = 0

const loginAs =
  (more: (stage: OperatorStage, own: SignedInOperator) => Promise<object>): OperatorCase =>
  async (stage) => {
    const own = await stage.client.operator('support')
    const payload = { name: own.name, password: own.password, ...(await more(stage, own)) }
    return await stage.client.call('session/login', payload)
  }
const changePassword =
  (more: (own: SignedInOperator) => object): OperatorCase =>
  async ({ client }) => {
    const own = await client.operator('support')
    const payload = {
      old: own.password,
      password: 'another password',
      code: await client.code(own.secret),
      ...more(own),
    }
    return await client.call('session/password', payload, { token: own.token })
  }
const asAdmin =
  (call: OperatorCallId, payload: (stage: OperatorStage, admin: SignedInOperator) => Promise<object>): OperatorCase =>
  async (stage) => {
    const admin = await stage.client.operator('admin')
    return await stage.client.call(call, { ...(await payload(stage, admin)) }, { token: admin.token })
  }
const UPDATE = { roles: ['reviewer'], disabled: false, reason: REASON }
const first = ({ client }: OperatorStage, name: string) =>
  client.call('operators/first', { name }, { token: OPERATOR_KEY })

/** The success and each refusal of every call of the operators. */
export const OPERATOR_CASES: Readonly<Record<string, Cases>> = {
  'audit/list': { ok: by('audit/list', {}, 'auditor'), errors: {} },
  'corrections/propose': {
    ok: about('corrections/propose', CORRECTION, 'finance'),
    errors: {
      userNotFound: by('corrections/propose', { ...CORRECTION, user: 'unknown' }, 'finance'),
      currencyNotFound: about('corrections/propose', { ...CORRECTION, currency: 'NOPE' }, 'finance'),
      amountError: about('corrections/propose', { ...CORRECTION, amount: '0' }, 'finance'),
      postingNotFound: about('corrections/propose', { ...CORRECTION, corrects: 'unknown' }, 'finance'),
    },
  },
  'corrections/decide': {
    ok: async (stage) => await decide((await proposed(stage)).id)(stage),
    errors: {
      correctionNotFound: decide('unknown'),
      async correctionDecided(stage) {
        const { id } = await proposed(stage)
        await decide(id)(stage)
        return await decide(id)(stage)
      },
      correctionExpired: apart(async (stage) => {
        const controller = await stage.client.operator('controller')
        return await expired(stage, async (id) => {
          const token = await signInAgain(stage, controller)
          return await stage.client.call('corrections/decide', { id, approve: true, note: 'too late' }, { token })
        })
      }),
      async ownCorrection(stage) {
        const both = await stage.client.operator('finance', 'controller')
        const payload = { ...CORRECTION, user: await newUser(stage) }
        const { data } = await stage.client.call('corrections/propose', payload, both)
        return await stage.client.call('corrections/decide', { id: data.id, approve: true, note: 'my own' }, both)
      },
      insufficientBalance: async (stage) => await decide((await proposed(stage, { amount: '-1000.5' })).id)(stage),
    },
  },
  'corrections/list': {
    ok: async (stage) => (await proposed(stage), await by('corrections/list', {}, 'support')(stage)),
    errors: {},
  },
  'corrections/withdraw': {
    async ok(stage) {
      const { id, maker } = await proposed(stage)
      return await withdraw(stage, id, maker.token)
    },
    errors: {
      correctionNotFound: by('corrections/withdraw', { id: 'unknown', reason: 'a mistake' }, 'finance'),
      async correctionDecided(stage) {
        const { id, maker } = await proposed(stage)
        await decide(id)(stage)
        return await withdraw(stage, id, maker.token)
      },
      correctionExpired: apart((stage) =>
        expired(stage, async (id, maker) => await withdraw(stage, id, await signInAgain(stage, maker))),
      ),
      foreignCorrection: async (stage) =>
        await by('corrections/withdraw', { id: (await proposed(stage)).id, reason: 'a mistake' }, 'finance')(stage),
    },
  },
  'markets/list': { ok: by('markets/list', {}, 'manager'), errors: {} },
  'markets/set': {
    ok: by('markets/set', { symbol: 'BTCUSDT', state: 'closing', reason: 'delisted' }, 'manager'),
    errors: {
      marketNotFound: by('markets/set', { symbol: 'NOPE', state: 'closed', reason: 'delisted' }, 'manager'),
      stateInvalid: by('markets/set', { state: 'closing', reason: 'an incident' }, 'manager'),
    },
  },
  'operators/create': {
    ok: asAdmin('operators/create', async () => ({ name: 'berta', roles: ['support'], reason: REASON })),
    errors: {
      nameTaken: asAdmin('operators/create', async (_, { name }) => ({ name, roles: ['support'], reason: REASON })),
    },
  },
  'operators/first': {
    ok: apart((stage) => first(stage, 'anna')),
    errors: {
      async adminExists(stage) {
        await stage.client.admin()
        return await first(stage, 'anna')
      },
      nameTaken: apart(async (stage) => {
        await first(stage, 'anna')
        await stage.server.clock.advance(DAY + 1)
        return await first(stage, 'anna')
      }),
    },
  },
  'operators/list': { ok: asAdmin('operators/list', async () => ({})), errors: {} },
  'operators/reset': {
    ok: asAdmin('operators/reset', async ({ client }) => ({
      id: (await client.operator('support')).id,
      reason: REASON,
    })),
    errors: {
      operatorNotFound: asAdmin('operators/reset', async () => ({ id: 'unknown', reason: REASON })),
      ownAccount: asAdmin('operators/reset', async (_, { id }) => ({ id, reason: REASON })),
    },
  },
  'operators/roles': { ok: asAdmin('operators/roles', async () => ({})), errors: {} },
  'operators/update': {
    ok: asAdmin('operators/update', async ({ client }) => ({ id: (await client.operator('support')).id, ...UPDATE })),
    errors: {
      operatorNotFound: asAdmin('operators/update', async () => ({ id: 'unknown', ...UPDATE })),
      ownAccount: asAdmin('operators/update', async (_, { id }) => ({ id, ...UPDATE })),
      // Without the key of the data at rest, an admin who is logged in cannot log in again.
      lastAdmin: apart(async (stage) => {
        const admin = await stage.client.admin()
        const other = await stage.client.operator('admin')
        const { db } = stage.server.context
        await db.updateTable('operator_accounts').set({ secret: 'unreadable' }).where('id', '=', admin.id).execute()
        return await stage.client.call('operators/update', { id: other.id, ...UPDATE }, { token: admin.token })
      }),
    },
  },
  'reviews/answer': {
    ok: async (stage) => await answer(await reviewOf(stage))(stage),
    errors: {
      reviewNotFound: answer({ kind: 'identity', id: 'unknown', status: 'inReview' }),
      async reviewAnswered(stage) {
        const review = await reviewOf(stage)
        await answer(review)(stage)
        return await answer(review)(stage)
      },
      reasonUnknown: async (stage) =>
        await answer(await reviewOf(stage), { approve: false, reason: 'bad weather' })(stage),
    },
  },
  'reviews/detail': {
    async ok(stage) {
      const { kind, id } = await reviewOf(stage)
      return await by('reviews/detail', { kind, id }, 'reviewer')(stage)
    },
    errors: { reviewNotFound: by('reviews/detail', { kind: 'identity', id: 'unknown' }, 'reviewer') },
  },
  'reviews/list': {
    ok: async (stage) => (await reviewOf(stage), await by('reviews/list', { kind: 'identity' }, 'reviewer')(stage)),
    errors: {},
  },
  'session/login': {
    ok: loginAs(async ({ client }, { secret }) => ({ code: await client.code(secret) })),
    errors: {
      wrongCredentials: loginAs(async () => ({ password: 'not the password' })),
      codeRequired: loginAs(async () => ({})),
      wrongCode: loginAs(async () => ({ code: '000000' })),
      temporaryPasswordExpired: apart(async (stage) => {
        const { name, password } = await temporary(stage, 'late')
        await stage.server.clock.advance(DAY + 1)
        return await stage.client.call('session/login', { name, password })
      }),
    },
  },
  'session/logout': { ok: by('session/logout', {}, 'support'), errors: {} },
  'session/me': { ok: by('session/me', {}, 'support'), errors: {} },
  'session/password': {
    ok: changePassword(() => ({})),
    errors: {
      wrongCredentials: changePassword(() => ({ old: 'not the password' })),
      wrongCode: changePassword(() => ({ code: '000000' })),
      passwordUnchanged: changePassword(({ password }) => ({ password })),
    },
  },
  'session/setup': {
    ok: inSetup('session/setup', async ({ client }, { secret }) => ({
      password: 'a good password',
      code: await client.code(secret),
    })),
    errors: {
      setupDone: by('session/setup', { password: 'a good password', code: '000000' }, 'support'),
      wrongCode: inSetup('session/setup', async () => ({ password: 'a good password', code: '000000' })),
      passwordUnchanged: inSetup('session/setup', async ({ client }, { password, secret }) => ({
        password,
        code: await client.code(secret),
      })),
    },
  },
  'session/setup_key': {
    ok: inSetup('session/setup_key', async () => ({})),
    errors: { setupDone: by('session/setup_key', {}, 'support') },
  },
  'settings/get': { ok: by('settings/get', {}, 'manager'), errors: {} },
  'settings/set': {
    ok: change((settings) => (settings.loans.fee = '0.02' as never)),
    errors: {
      versionConflict: change((settings) => (settings.loans.fee = '0.03' as never), 1),
      settingFixed: change((settings) => (settings.seed = 2)),
      settingInvalid: change((settings) => (settings.loans.fee = '100' as never)),
      settingsUnchanged: change(() => undefined),
    },
  },
  'settings/versions': { ok: by('settings/versions', {}, 'manager'), errors: {} },
  'users/detail': {
    ok: about('users/detail', {}, 'support'),
    errors: { userNotFound: by('users/detail', { user: 'unknown' }, 'support') },
  },
  'users/find': { ok: by('users/find', { query: 'demo' }, 'support'), errors: {} },
  'users/freeze': {
    ok: about('users/freeze', { frozen: true, reason: REASON }, 'support'),
    errors: { userNotFound: by('users/freeze', { user: 'unknown', frozen: true, reason: REASON }, 'support') },
  },
  'users/ledger': {
    ok: about('users/ledger', { mode: 'real' }, 'support'),
    errors: { userNotFound: by('users/ledger', { user: 'unknown', mode: 'real' }, 'support') },
  },
  'users/lock': {
    ok: about('users/lock', { locked: true, reason: REASON }, 'manager'),
    errors: { userNotFound: by('users/lock', { user: 'unknown', locked: true, reason: REASON }, 'manager') },
  },
}
