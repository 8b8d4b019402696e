import type { CallId } from '../../../../src/generated/calls.ts'
import { authenticator, type Authenticator } from '../../../support/server/passkey.ts'
import { PASSWORD, PAY_PASSWORD } from '../../../support/server/flows/security.ts'
import type { Person, TestServer } from '../../../support/server/testServer.ts'
import type { Random } from '../random.ts'

/** Identifiers and factors of an owner besides the login password. */
export const KINDS = ['name', 'email', 'phone', 'both', 'secondFactor'] as const

export interface Owner extends Person {
  id: string
  kind: (typeof KINDS)[number]
  email: string | null
  phone: string | null
  /** A payee that was added long ago. */
  payee: string
}

/** Access of a stranger: an open session without the password, or an address to which codes are sent. */
export type Grip = 'session' | 'mailbox' | 'phone'

export interface Attack {
  server: TestServer
  owner: Owner
  grip: Grip
  random: Random
  /** Seconds for which withdrawals wait. */
  hold: number
  moves: number
}

interface Outcome {
  moves: number
  accepted: number
  refusedStepUps: number
  requested: number
  paidAfterHold: number
  faults: string[]
}

/** The message that notifies the owner of an accepted call. */
const NOTICES: Readonly<Partial<Record<CallId, string>>> = {
  'user/cash_save': 'payeeAdded',
  'safe/pay_password': 'payPasswordSet',
  'safe/email': 'emailBound',
  'safe/phone': 'phoneBound',
  'safe/google': 'twoFactorOff',
  'safe/mail_phrase_set': 'mailPhraseSet',
  'passkey/add': 'passkeyAdded',
  'safe/update_password': 'passwordChanged',
  'user/forget': 'passwordChanged',
  'wallet/out': 'withdrawalRequested',
}

const ORIGIN = '198.51.100.77'
const ADDRESS = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'
const TRON = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'

/** Plays random moves of a stranger, and checks after each what the owner could lose and was notified of. */
export async function playAttacker({ server, owner, grip, random, hold, moves }: Attack): Promise<Outcome> {
  const { db, clock } = server.context
  const outcome: Outcome = { moves, accepted: 0, refusedStepUps: 0, requested: 0, paidAfterHold: 0, faults: [] }
  let token = grip === 'session' ? owner.token : ''
  let password: string | null = null
  let payPassword: string | null = null
  let payee: string | null = null
  let passkey: Authenticator | null = null
  let proofs: string[] = []
  /** Time of the last change after which withdrawals wait. */
  let changed = 0
  /** Of each withdrawal: the last change before it. A change after it may have the same second. */
  const changedBefore = new Map<string, number>()
  let keys = 0
  let isKnown = false
  let held = grip === 'mailbox' ? owner.email : grip === 'phone' ? owner.phone : null
  let by: 'email' | 'phone' = grip === 'mailbox' ? 'email' : 'phone'

  const noticesOf = async (template: string): Promise<number> =>
    (
      await db
        .selectFrom('messages')
        .select('id')
        .where('user_id', '=', owner.id)
        .where('template', '=', template)
        .execute()
    ).length
  const notices = async (): Promise<number> =>
    (
      await db
        .selectFrom('notices')
        .select('id')
        .where('target', 'in', [owner.email ?? '', owner.phone ?? ''])
        .execute()
    ).length

  /** Sends a call; the owner must be notified of an accepted one by a message, and by each address that was bound. */
  async function send(call: CallId, payload: Record<string, unknown>): Promise<Record<string, unknown> | null> {
    const template = NOTICES[call]
    const before = template === undefined ? 0 : await noticesOf(template)
    const mails = await notices()
    const headers = { 'idempotency-key': `takeover-${owner.id}-${++keys}` }
    const reply = await server.call(call, payload, { token, ip: ORIGIN, headers })
    if (reply.code === 'stepUpRequired') outcome.refusedStepUps += 1
    if (reply.type !== 'ok') return null
    outcome.accepted += 1
    if (template !== undefined && (await noticesOf(template)) !== before + 1)
      outcome.faults.push(`the owner was not notified of ${call}`)
    if (template !== undefined && (owner.email ?? owner.phone) !== null && (await notices()) === mails)
      outcome.faults.push(`no notice of ${call} was sent`)
    return { ...reply.data }
  }

  /** The code of the held address; null for a stranger without it. */
  const code = async (): Promise<string | null> => (held === null ? null : await server.code(held).catch(() => null))

  /** Factors that the stranger sends to step up: a proof, the factors themselves, or nothing. */
  async function proofFor(call: string, value: string): Promise<Record<string, unknown>> {
    // Sometimes none, or one of another call or an earlier one.
    if (random() < 0.2) return random() < 0.5 || proofs.length === 0 ? {} : { stepUpProof: random.pick(proofs) }
    if (passkey !== null && random() < 0.4) return await proofByPasskey(passkey, call, value)
    const isInline = random() < 0.4
    if (held !== null) {
      await clock.advance(60)
      if (isInline)
        await server.call(
          by === 'email' ? 'sms_mail' : 'sms_send_d',
          { [by]: held, purpose: 'confirm' },
          { ip: ORIGIN },
        )
      else await send('safe/step_up_code', { by })
    }
    const guessed = {
      password: password ?? 'not-the-one',
      by,
      code: (await code()) ?? '000000',
      authenticator: '000000',
    }
    if (isInline) return { stepUp: guessed }
    const data = await send('safe/step_up', { call, value, ...guessed })
    const proof = typeof data?.proof === 'string' ? data.proof : undefined
    if (proof === undefined) return {}
    proofs = [...proofs, proof].slice(-5)
    return { stepUpProof: proof }
  }

  async function proofByPasskey(own: Authenticator, call: string, value: string): Promise<Record<string, unknown>> {
    const { type, data } = await server.call('safe/step_up_info', { call, value }, { token, ip: ORIGIN })
    // The session has ended, or the call requires no step-up for this value.
    if (type !== 'ok' || data.passkey === null) return {}
    const verified = await send('safe/step_up', { call, value, passkey: own.use(data.passkey) })
    return typeof verified?.proof === 'string' ? { stepUpProof: verified.proof } : {}
  }

  /** Binds an address of the stranger: the next codes go to it. */
  async function bind(to: 'email' | 'phone', address: string): Promise<void> {
    const [call, sends, purpose] =
      to === 'email'
        ? (['safe/email', 'sms_mail', 'bindEmail'] as const)
        : (['safe/phone', 'sms_send_d', 'bindPhone'] as const)
    await server.call(sends, { [to]: address, purpose }, { ip: ORIGIN })
    const proof = await proofFor(call, '')
    const way = owner[to] === null ? 'bind' : 'change'
    if (!(await send(call, { way, [to]: address, code: await server.code(address), ...proof }))) return
    changed = clock.now()
    held = address
    by = to
  }

  const play: Readonly<Record<string, () => Promise<void>>> = {
    async reset() {
      if (held === null || (password !== null && random() < 0.8)) return
      await clock.advance(60)
      await server.call(by === 'email' ? 'sms_mail' : 'sms_send_d', { [by]: held, purpose: 'forget' }, { ip: ORIGIN })
      const next = `taken-${++keys}`
      const data = await send('user/forget', { type: by, account: held, code: (await code()) ?? '', password: next })
      if (!data) return
      password = next
      // All sessions have ended.
      token = ''
      changed = clock.now()
    },
    async login() {
      if (password === null) return
      const { challenge } = (await server.call('captcha/slide', {}, { ip: ORIGIN })).data
      const payload = { type: 'account', account: owner.account, password, slide: challenge }
      const before = await noticesOf('newDevice')
      const reply = await server.call('user/login', payload, { ip: ORIGIN })
      if (reply.type !== 'ok') return
      if (owner.kind === 'secondFactor') outcome.faults.push('a login without the second factor')
      if (!isKnown && (await noticesOf('newDevice')) === before)
        outcome.faults.push('the owner was not notified of the login')
      isKnown = true
      ;({ token } = reply.data)
    },
    async payee() {
      const address =
        random() < 0.5
          ? { currency: 'USDT', network: 'TRC20', address: TRON }
          : { currency: 'BTC', network: 'BTC', address: ADDRESS }
      const proof = await proofFor('user/cash_save', '')
      const data = await send('user/cash_save', { kind: 'address', ...address, ...proof })
      if (data && address.currency === 'USDT') payee = String(data.id)
    },
    async payPassword() {
      const way = random.pick(['change', 'reset'])
      const proof = await proofFor('safe/pay_password', way)
      const next = random.pick(['975310', '135791'])
      if (
        await send('safe/pay_password', {
          way,
          oldPassword: PAY_PASSWORD.replace('2', '3'),
          password: next,
          ...proof,
        })
      ) {
        payPassword = next
        changed = clock.now()
      }
    },
    email: () => bind('email', `thief${keys}-${owner.account}@takeover.example`),
    phone: () => bind('phone', `+44 74001${String(100_000 + random.int(900_000)).slice(-6)}`),
    async passkey() {
      const { type, data } = await server.call('passkey/creation', {}, { token, ip: ORIGIN })
      if (type !== 'ok') return
      const own = authenticator()
      const proof = await proofFor('passkey/add', '')
      if (!(await send('passkey/add', { credential: own.create(data.options), ...proof }))) return
      passkey = own
      changed = clock.now()
    },
    async phrase() {
      const proof = await proofFor('safe/mail_phrase_set', '')
      await send('safe/mail_phrase_set', { way: 'set', phrase: `stolen ${keys}`, ...proof })
    },
    async secondFactor() {
      await send('safe/google', { way: 'off', password: password ?? PASSWORD, code: '000000' })
    },
    async withdraw() {
      const to = payee ?? owner.payee
      const verified = await send('safe/pay_verify', { call: 'wallet/out', password: payPassword ?? '000000' })
      const proof = await proofFor('wallet/out', to)
      const amounts = { currency: 'USDT', amount: '100', fee: '1', net: '99' }
      const payload = { mode: 'real', payee: to, ...amounts, payProof: String(verified?.proof ?? 'x'), ...proof }
      const data = await send('wallet/out', payload)
      if (!data) return
      changedBefore.set(String(data.id), changed)
      outcome.requested += 1
    },
    async wait() {
      await clock.advance(random.int(hold))
    },
  }

  for (let at = 0; at < moves && outcome.faults.length === 0; at++) {
    const names = token !== '' ? Object.keys(play) : password === null ? ['reset', 'wait'] : ['login', 'wait']
    await play[random.pick(names)]?.()
    await check()
  }
  return outcome

  async function check(): Promise<void> {
    const user = await db.selectFrom('users').selectAll().where('id', '=', owner.id).executeTakeFirstOrThrow()
    const payees = await db.selectFrom('payees').selectAll().where('user_id', '=', owner.id).execute()
    const paid = await db
      .selectFrom('withdrawals')
      .selectAll()
      .where('user_id', '=', owner.id)
      .where('status', '=', 2n)
      .orderBy('finished')
      .execute()
    const known = new Set<string>()
    let afterHold = 0
    for (const { id, payee_id: to, finished } of paid) {
      const added = payees.find((row) => row.id === to)?.created ?? 0n
      const before = BigInt(changedBefore.get(id) ?? 0)
      const latest = added > before ? added : before
      if (!known.has(to) && finished !== null && finished < latest + BigInt(hold))
        outcome.faults.push('money left before the hold ended')
      known.add(to)
      afterHold += 1
    }
    outcome.paidAfterHold = afterHold
    // The open session of a stranger shows neither the login password nor a code.
    const canStepUp = password !== null && owner.kind !== 'secondFactor'
    if (canStepUp) return
    if (payees.length > 1) outcome.faults.push('a payee without the factors of the owner')
    if (paid.length > 0) outcome.faults.push('a payment without the factors of the owner')
    for (const table of ['passkeys', 'mail_phrases'] as const)
      if (await db.selectFrom(table).select('user_id').where('user_id', '=', owner.id).executeTakeFirst())
        outcome.faults.push(`a row of ${table} without the factors of the owner`)
    if (user.email !== owner.email || user.phone !== owner.phone)
      outcome.faults.push('an address without the factors of the owner')
  }
}
