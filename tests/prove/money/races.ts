import { as, payProof, stepUp } from '../../support/server/flows/security.ts'
import { withdraw, withdrawer, type Withdrawer } from '../../support/server/flows/withdrawals.ts'
import { createTestServer, type TestServer } from '../../support/server/testServer.ts'
import reviewWithdrawals from '../../../src/server/withdrawals/job.ts'
import type { ProofOptions, ProofResult } from '../kit/proof.ts'
import { createRandom, type Random } from '../kit/random.ts'

export const about =
  'many withdrawals and transfers of a full balance at once: exactly one is taken, and the reviews of a withdrawal end once, regardless of which reviewer takes the steps'
/** Rounds, each with a new user. */
export const runs = { full: 100, short: 3 }

/** Parallel requests of a round. */
const AT_ONCE = 200
/** Parallel reviewers of one step. */
const REVIEWERS = 8
const ALL = '1000'
/** Amounts that a review pays out or returns: each so large that no second one fits. */
const AMOUNTS = {
  paid: { amount: ALL, net: '999', remaining: '0' },
  returned: { amount: '999.13', net: '998.13', remaining: ALL },
} as const

/**
 * Sends competing withdrawals and transfers in `runs` rounds, each with a new user, and checks which are accepted and the final
 * balances.
 */
export async function prove({ seed, runs: rounds, log }: ProofOptions): Promise<ProofResult> {
  const random = createRandom(seed)
  const faults: string[] = []
  const figures = { requests: 0, taken: 0, paid: 0, returned: 0, transferred: 0 }
  const server = await createTestServer()
  try {
    for (let round = 0; round < rounds; round++) {
      const who = await withdrawer(server)
      const ending = random.pick(['paid', 'returned'] as const)
      const codes = await rush(server, who, AMOUNTS[ending], { round, random, mixed: round % 2 === 1 })
      const taken = codes.filter((code) => code === 'withdrawalRequested' || code === 'transferred')
      const odd = codes.filter(
        (code) =>
          ![
            'withdrawalRequested',
            'transferred',
            'withdrawalPending',
            'insufficientBalance',
            'withdrawalExceedsHoldings',
          ].includes(code),
      )
      figures.requests += codes.length
      figures.taken += taken.length
      if (taken.length !== 1) faults.push(`round ${round}: ${taken.length} of ${codes.length} were taken`)
      if (odd.length > 0) faults.push(`round ${round}: refused with ${[...new Set(odd)].join(', ')}`)

      await review(server)
      const outcome = taken[0] === 'transferred' ? 'transferred' : ending
      figures[outcome] += 1
      const balancesAfter = await balances(server, who)
      const expected = outcome === 'transferred' ? `0 and ${ALL}` : `${AMOUNTS[outcome].remaining} and 0`
      if (balancesAfter !== expected)
        faults.push(`round ${round}, ${outcome}: ${balancesAfter} remains instead of ${expected}`)
    }
    faults.push(...(await server.context.ledger.verify()))
  } finally {
    await server.close()
  }
  for (const fault of faults) log(fault)
  const enough = rounds > 0 && figures.requests === rounds * AT_ONCE && figures.paid + figures.returned > 0
  if (!enough) log('hardly anything was asked')
  return { ok: faults.length === 0 && enough, figures: { ...figures, faults: faults.length } }
}

interface Rush {
  round: number
  random: Random
  /** Includes transfers of the full balance. */
  mixed: boolean
}

/** Sends all requests at once in random order, and returns the code of each. */
async function rush(
  server: TestServer,
  who: Withdrawer,
  { amount, net }: { amount: string; net: string },
  { round, random, mixed }: Rush,
): Promise<string[]> {
  const withdrawals = mixed ? AT_ONCE / 2 : AT_ONCE
  const sends: (() => Promise<{ code: unknown }>)[] = []
  for (let at = 0; at < withdrawals; at++) {
    const proof = await payProof(server, who, 'wallet/out')
    const stepUpProof = await stepUp(server, who, 'wallet/out', who.payee)
    sends.push(() => withdraw(server, who, { amount, net, payProof: proof, stepUpProof }, `race-out-${round}-${at}`))
  }
  for (let at = withdrawals; at < AT_ONCE; at++) {
    const payload = { mode: 'real', from: 'coin', to: 'contract', currency: 'USDT', amount: ALL }
    sends.push(() =>
      server.call('wallet/transfer', payload, {
        token: who.token,
        headers: { 'idempotency-key': `race-transfer-${round}-${at}` },
      }),
    )
  }
  return (await Promise.all(random.shuffled(sends).map((send) => send()))).map(({ code }) => String(code))
}

/** Runs both steps of all pending reviews, each many times in parallel. */
async function review(server: TestServer): Promise<void> {
  for (let step = 0; step < 2; step++) {
    await server.context.db
      .updateTable('withdrawals')
      .set({ due: server.clock.now() })
      .where('due', 'is not', null)
      .execute()
    await Promise.all(Array.from({ length: REVIEWERS }, () => reviewWithdrawals(server.context)))
  }
}

/** Booked balances of the coin account and the contract account. */
async function balances(server: TestServer, who: Withdrawer): Promise<string> {
  const { rows } = (await server.call('wallet/list', { mode: 'real' }, as(who))).data
  const of = (kind: string) => rows.find((row) => row.kind === kind && row.currency === 'USDT')?.balance ?? '0'
  return `${of('coin')} and ${of('contract')}`
}
