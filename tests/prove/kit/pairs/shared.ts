import { as, payProof } from '../../../support/server/flows/security.ts'
import type { TestServer } from '../../../support/server/testServer.ts'
import { customer, freshName, registration } from './operations.ts'

type Servers = readonly [TestServer, ...TestServer[]]

const AT_ONCE = 8

/** Races of several users for something that only one of them may get. Each returns its faults. */
export const SHARED: readonly ((servers: Servers) => Promise<string[]>)[] = [lastPlace, oneName, oneDocument]

const spread = (servers: Servers, at: number): TestServer => servers[at % servers.length] ?? servers[0]

function judge(what: string, codes: readonly string[], success: string, loss: string): string[] {
  const odd = codes.filter((code) => code !== success && code !== loss)
  return [
    ...(codes.filter((code) => code === success).length === 1 ? [] : [`${what}: ${codes.join(', ')}`]),
    ...(odd.length > 0 ? [`${what}: refused with ${odd.join(', ')}`] : []),
  ]
}

/** The last place of a fixed-term deposit. */
async function lastPlace(servers: Servers): Promise<string[]> {
  const before = servers.map(({ context }) => context.operator)
  for (const { context } of servers) {
    const { server } = context.operator
    const fixedDeposits = server.fixedDeposits.map((fixedDeposit) => ({ ...fixedDeposit, participants: 1 }))
    context.operator = { ...context.operator, server: { ...server, fixedDeposits } }
  }
  try {
    await servers[0].context.db.deleteFrom('fixed_orders').execute()
    const sends = []
    for (let at = 0; at < AT_ONCE; at++) {
      const who = await customer(servers[0])
      const proof = await payProof(servers[0], who, 'lh/deposit')
      const payload = {
        mode: 'demo',
        product: 'usdt-7',
        currency: 'USDT',
        amount: '100',
        interest: '0.07',
        payProof: proof,
      }
      await servers[0].call('user/switch_account', { mode: 'demo' }, as(who))
      const headers = { 'idempotency-key': `last-place-${who.id}` }
      sends.push(() => spread(servers, at).call('lh/deposit', payload, { token: who.token, headers }))
    }
    const replies = await Promise.all(sends.map((send) => send()))
    return judge(
      'the last place',
      replies.map(({ code }) => String(code)),
      'subscribed',
      'participantsFull',
    )
  } finally {
    for (const [at, operator] of before.entries()) spread(servers, at).context.operator = operator
  }
}

/** One account name, written in two ways. */
async function oneName(servers: Servers): Promise<string[]> {
  const name = freshName()
  await servers[0].context.db.deleteFrom('attempts').execute()
  const codes = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, at) =>
      registration(at % 2 === 0 ? name : name.toLowerCase())(spread(servers, at)),
    ),
  )
  return judge('one name', codes, 'registered', 'usernameExists')
}

/** One document number, by several users. */
async function oneDocument(servers: Servers): Promise<string[]> {
  const sends = []
  for (let at = 0; at < AT_ONCE; at++) {
    const who = await customer(servers[0])
    await servers[0].context.db.updateTable('users').set({ identity: 0 }).where('id', '=', who.id).execute()
    const given = {
      level: 'primary',
      firstName: 'Anna',
      lastName: 'Only',
      country: 'PT',
      documentType: 'passport',
      number: 'K4711234',
    }
    sends.push(() => spread(servers, at).call('user/real_name', given, as(who)))
  }
  const replies = await Promise.all(sends.map((send) => send()))
  return judge(
    'one document',
    replies.map(({ code }) => String(code)),
    'submittedForReview',
    'idNumberVerified',
  )
}
