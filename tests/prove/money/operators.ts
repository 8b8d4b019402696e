import type { Correction, Review } from '../../../src/generated/operatorApi/calls.ts'
import { createManualClock } from '../../support/server/manualClock.ts'
import { createOperatorClient, OPERATOR_KEY, type OperatorClient } from '../../support/server/operatorClient.ts'
import { createTestServer, START_MS, type Person, type TestServer } from '../../support/server/testServer.ts'
import { picture } from '../../support/server/cases/identity.ts'
import { cancel, withdraw, withdrawer } from '../../support/server/flows/withdrawals.ts'
import type { ProofOptions, ProofResult } from '../kit/proof.ts'
import { createRandom, type Random } from '../kit/random.ts'
import { onSite } from '../kit/chaos/deployment.ts'

export const about =
  'operators who answer the same review, decide on the same correction, set the settings and freeze a user at once, through two processes on PostgreSQL and one on SQLite, beside the calls of the user and the automatic review: each takes effect once, is in the audit log once, and the books add up'
/** Races on each database. */
export const runs = { full: 400, middle: 12, short: 6 }

const KINDS = ['correction', 'review', 'withdrawal', 'settings', 'freeze', 'admins'] as const

/** Processes on one database, with a client and operators that are known to all. */
interface Installation {
  name: string
  servers: readonly [TestServer, ...TestServer[]]
  clients: readonly [OperatorClient, ...OperatorClient[]]
  tokens: Readonly<Record<'finance' | 'reviewer' | 'manager' | 'support', string>> & { controllers: readonly string[] }
}

async function install(name: string, servers: Installation['servers']): Promise<Installation> {
  const clients = servers.map(createOperatorClient) as unknown as Installation['clients']
  const [first] = clients
  const tokenOf = async (...roles: Parameters<OperatorClient['operator']>) => (await first.operator(...roles)).token
  const tokens = {
    finance: await tokenOf('finance'),
    controllers: [await tokenOf('controller'), await tokenOf('controller'), await tokenOf('controller')],
    reviewer: await tokenOf('reviewer'),
    manager: await tokenOf('manager'),
    support: await tokenOf('support'),
  }
  return { name, servers, clients, tokens }
}

let keys = 0
const idOf = async (server: TestServer, { token }: Person) => (await server.call('user/info', {}, { token })).data.id

const transfer = (server: TestServer, { token }: Person, amount: string) =>
  server.call(
    'wallet/transfer',
    { mode: 'real', from: 'coin', to: 'contract', currency: 'USDT', amount },
    { token, headers: { 'idempotency-key': `operators-${++keys}` } },
  )

const okOf = (replies: readonly { status: number }[]): number => replies.filter(({ status }) => status === 200).length

/** Rows of the audit log that say that this call changed the target. */
async function logged({ servers: [{ context }] }: Installation, call: string, target: string): Promise<number> {
  const rows = await context.db
    .selectFrom('operator_audit')
    .select('seq')
    .where('call', '=', call)
    .where('target', '=', target)
    .where('result', '=', 'ok')
    .execute()
  return rows.length
}

type Race = (on: Installation, random: Random) => Promise<string[]>

/** Three checkers and the maker decide at once, while the user spends. */
const correction: Race = async (on, random) => {
  const { clients, servers, tokens } = on
  const person = await servers[0].person()
  const user = await idOf(servers[0], person)
  const amount = random.int(2) === 0 ? 300 : -300
  const payload = { user, mode: 'real', kind: 'coin', currency: 'USDT', amount: String(amount), reason: 'a proof' }
  const { data } = await clients[0].call('corrections/propose', payload, { token: tokens.finance })
  const { id } = data
  const decide = (token: string, approve: boolean) =>
    random.pick(clients).call('corrections/decide', { id, approve, note: 'a proof' }, { token })
  const spending = transfer(random.pick(servers), person, '800')
  const decisions = await Promise.all([
    ...tokens.controllers.map((token) => decide(token, random.int(4) > 0)),
    random.pick(clients).call('corrections/withdraw', { id, reason: 'a proof' }, { token: tokens.finance }),
  ])
  const spent = (await spending).type === 'ok' ? 800 : 0
  const ended = await clients[0].call('corrections/list', { user }, { token: tokens.controllers[0] })
  const status: Correction['status'] | undefined = ended.data.rows[0]?.status
  const posted = status === 'posted' ? amount : 0
  const { posted: balance } = await servers[0].context.ledger.balance(user, 'real', 'coin', 'USDT')
  const postings = await servers[0].context.db
    .selectFrom('ledger_posting')
    .select('id')
    .where('key', '=', `correction:${id}`)
    .execute()
  const expected = BigInt(1000 - spent + posted) * 100_000_000n
  // A debit that is not covered is refused, so all of them may be.
  const mayStayPending = amount < 0 && spent > 0
  return [
    ...(okOf(decisions) === 1 || (mayStayPending && okOf(decisions) <= 1)
      ? []
      : [`${okOf(decisions)} decisions on one correction`]),
    ...(balance === expected ? [] : [`the balance is ${balance}, not ${expected}`]),
    ...(postings.length === (status === 'posted' ? 1 : 0)
      ? []
      : [`${postings.length} postings of a ${status} correction`]),
    ...((await logged(on, 'corrections/decide', id)) + (await logged(on, 'corrections/withdraw', id)) ===
    okOf(decisions)
      ? []
      : ['the audit log has another number of decisions']),
  ]
}

/** Operators answer a deposit at once, while the automatic review runs. */
const review: Race = async (on, random) => {
  const { clients, servers, tokens } = on
  const person = await servers[0].person()
  const user = await idOf(servers[0], person)
  const payload = { mode: 'real', channel: 'wallet', currency: 'USDT', network: 'TRC20', amount: '100' }
  const headers = { 'idempotency-key': `operators-${++keys}` }
  const screenshot = await picture(servers[0], person)
  const { data } = await servers[0].call(
    'wallet/charge_req',
    { ...payload, screenshot },
    { token: person.token, headers },
  )
  const read = async () =>
    (await clients[0].call('reviews/detail', { kind: 'deposit', id: data.id }, { token: tokens.reviewer })).data
  const answer = ({ kind, id, status }: Review, approve: boolean) =>
    random
      .pick(clients)
      .call(
        'reviews/answer',
        { kind, id, status, approve, ...(approve ? {} : { reason: 'unreadable' }), note: 'a proof' },
        { token: tokens.reviewer },
      )
  await answer(await read(), true)
  const last = await read()
  const [replies] = await Promise.all([
    Promise.all([answer(last, true), answer(last, false), answer(last, true)]),
    ...(random.int(2) === 0 ? [servers[0].clock.advance(60)] : []),
  ])
  const { status } = await read()
  const { posted } = await servers[0].context.ledger.balance(user, 'real', 'coin', 'USDT')
  const credited = posted === 110_000_000_000n
  return [
    ...(okOf(replies) <= 1 ? [] : [`${okOf(replies)} answers to one review`]),
    ...(okOf(replies) === 1 || status === 'success' ? [] : [`the deposit is ${status} without an answer`]),
    ...(credited === (status === 'success') ? [] : [`the deposit is ${status}, the balance ${posted}`]),
    ...((await logged(on, 'reviews/answer', `deposit ${data.id}`)) === 1 + okOf(replies)
      ? []
      : ['the audit log has another number of answers']),
  ]
}

/** An operator refuses a withdrawal while its owner cancels it. */
const withdrawal: Race = async ({ clients, servers, tokens }, random) => {
  const person = await withdrawer(servers[0])
  const user = await idOf(servers[0], person)
  const { data } = await withdraw(servers[0], person)
  const payload = { kind: 'withdrawal', id: data.id, status: 'firstReview', note: 'a proof' }
  const approve = random.int(2) === 0
  const [cancelled, answered] = await Promise.all([
    cancel(random.pick(servers), person, data.id),
    random
      .pick(clients)
      .call(
        'reviews/answer',
        { ...payload, approve, ...(approve ? {} : { reason: 'riskRefused' }) },
        { token: tokens.reviewer },
      ),
  ])
  const isCancelled = cancelled.type === 'ok'
  const { available, held } = await servers[0].context.ledger.balance(user, 'real', 'coin', 'USDT')
  const isHeld = approve && answered.status === 200
  return [
    ...(isCancelled === (answered.status !== 200) ? [] : ['a withdrawal was both cancelled and answered, or neither']),
    ...(held === (isHeld ? 10_000_000_000n : 0n) && available + held === 100_000_000_000n
      ? []
      : [`${held} held, ${available} available`]),
  ]
}

/** Settings of one version are set through all processes at once. */
const settings: Race = async ({ clients, servers, tokens }, random) => {
  const { data } = await clients[0].call('settings/get', {}, { token: tokens.manager })
  const values = [1, 2, 3, 4].map((value) => `${value}.${random.int(9_000) + 1000}`)
  const replies = await Promise.all(
    values.map((turnover) =>
      random
        .pick(clients)
        .call(
          'settings/set',
          { version: data.version, settings: { ...data.settings, turnover }, reason: 'a proof' },
          { token: tokens.manager },
        ),
    ),
  )
  const winner = values[replies.findIndex(({ status }) => status === 200)]
  const stored = await Promise.all(
    servers.map(async ({ context }) => (await context.settings.read(context.db)).operator.server.turnover as string),
  )
  return [
    ...(okOf(replies) === 1 ? [] : [`${okOf(replies)} settings of one version`]),
    ...(stored.every((turnover) => turnover === winner) ? [] : [`processes read ${stored.join(', ')}, not ${winner}`]),
  ]
}

/** A user is frozen while they spend: what begins after the reply is refused. */
const freeze: Race = async ({ clients, servers, tokens }, random) => {
  const person = await servers[0].person()
  const user = await idOf(servers[0], person)
  const change = { user, frozen: true, reason: 'a proof' }
  const [frozen, ...spent] = await Promise.all([
    random.pick(clients).call('users/freeze', change, { token: tokens.support }),
    ...[1, 2, 3].map(() => transfer(random.pick(servers), person, '100')),
  ])
  const late = await transfer(random.pick(servers), person, '100')
  const done = spent.filter(({ type }) => type === 'ok').length
  const { posted } = await servers[0].context.ledger.balance(user, 'real', 'coin', 'USDT')
  return [
    ...(frozen.status === 200 && late.code === 'accountFrozen' ? [] : [`a frozen user gets ${late.code}`]),
    ...(spent.every(({ type, code }) => type === 'ok' || code === 'accountFrozen')
      ? []
      : [`beside the freezing: ${spent.map(({ code }) => code).join(', ')}`]),
    ...(posted === BigInt(1000 - 100 * done) * 100_000_000n
      ? []
      : [`the balance is ${posted} after ${done} transfers`]),
  ]
}

/** Two admins take each other's role at once: one stays. */
const admins: Race = async ({ clients, servers }, random) => {
  const [client] = clients
  const pair = [await client.operator('admin'), await client.operator('admin')] as const
  const { db } = servers[0].context
  const others = await db.selectFrom('operator_accounts').select(['id', 'roles']).execute()
  const isOther = ({ id, roles }: { id: string; roles: string }) =>
    roles === 'admin' && pair.every((item) => item.id !== id)
  const disabled = others.filter(isOther).map(({ id }) => id)
  await db.updateTable('operator_accounts').set({ disabled: 1 }).where('id', 'in', disabled).execute()
  const take = (by: string, id: string) =>
    random.pick(clients).call('operators/update', { id, roles: [], disabled: false, reason: 'a proof' }, { token: by })
  const replies = await Promise.all([take(pair[0].token, pair[1].id), take(pair[1].token, pair[0].id)])
  const left = (await db.selectFrom('operator_accounts').select('roles').where('disabled', '=', 0n).execute()).filter(
    ({ roles }) => roles === 'admin',
  ).length
  await db.updateTable('operator_accounts').set({ disabled: 0 }).where('id', 'in', disabled).execute()
  return left === 1 && okOf(replies) === 1 ? [] : [`${left} admins are left after ${okOf(replies)} changes`]
}

const RACES: Readonly<Record<(typeof KINDS)[number], Race>> = {
  correction,
  review,
  withdrawal,
  settings,
  freeze,
  admins,
}

/** Runs each race in turn on each database. */
export async function prove({ seed, runs: races, log }: ProofOptions): Promise<ProofResult> {
  const random = createRandom(seed)
  const installations: Installation[] = []
  const faults: string[] = []
  const counts: Record<string, number> = {}
  await onSite({ databases: ['operators'] }, async ({ services: postgres }) => {
    try {
      const servers = async (database?: string, count = 1) => {
        const clock = createManualClock(START_MS)
        const started: TestServer[] = []
        for (let at = 0; at < count; at += 1)
          started.push(
            await createTestServer({ clock, operatorKey: OPERATOR_KEY, ...(database !== undefined && { database }) }),
          )
        return started as unknown as Installation['servers']
      }
      installations.push(await install('SQLite', await servers()))
      if (postgres) installations.push(await install('PostgreSQL', await servers(postgres.address('operators'), 2)))
      else log('PostgreSQL is not installed')
      for (let at = 0; at < races; at += 1) {
        const kind = KINDS[at % KINDS.length] ?? 'correction'
        for (const on of installations) {
          counts[`${on.name} ${kind}`] = (counts[`${on.name} ${kind}`] ?? 0) + 1
          faults.push(...(await RACES[kind](on, random)).map((fault) => `${on.name}, ${kind}: ${fault}`))
        }
      }
      for (const {
        name,
        servers: [first],
      } of installations)
        faults.push(...(await first.context.ledger.verify()).map((fault) => `${name}: ${fault}`))
    } finally {
      for (const { servers } of installations) for (const server of servers) await server.close()
    }
  })
  for (const fault of faults.slice(0, 20)) log(fault)
  return { ok: faults.length === 0, figures: { ...counts, faults: faults.length } }
}
