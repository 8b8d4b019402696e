import { holdSeconds } from '../../../src/server/modules/identity/security/holds.ts'
import reviewWithdrawals from '../../../src/server/modules/money/withdrawals/job.ts'
import { PASSWORD, setPayPassword, stepUp, withTwoFactor } from '../../support/server/flows/security.ts'
import { createManualClock } from '../../support/server/manualClock.ts'
import { createTestServer, START_MS, type Person, type TestServer } from '../../support/server/testServer.ts'
import { bindPayee, certify, withdraw } from '../../support/server/flows/withdrawals.ts'
import { playAttacker, type Attack, type Owner } from '../kit/takeover/attacker.ts'
import { KINDS, type Grip } from '../kit/takeover/attacker.ts'
import type { ProofOptions, ProofResult } from '../kit/proof.ts'
import { createRandom, type Random } from '../kit/random.ts'
import { onSite } from '../kit/chaos/deployment.ts'

export const about =
  'a stranger with an open session, the mailbox or the phone plays random calls: no money goes to a payee that was never paid before the hold ends, nothing changes without the second factor of an owner who has one, and the owner is notified of each step; on SQLite, and on PostgreSQL with the freeze and the review of a withdrawal in two processes'
/** Attacks on each database, each on a new owner. */
export const runs = { full: 300, middle: 60, short: 4 }

const MOVES = 60
/** Runs that share a server: more would slow down its lists. */
const PER_SERVER = 50

const databaseOf = (begun: number): string => `takeover${begun}`

/** On PostgreSQL the reviewer is another process of the same installation. */
interface Servers {
  server: TestServer
  reviewer: TestServer
}

let numbers = 0

/** An owner with a payee of long ago, a payment password and random addresses. */
async function ownerOf(server: TestServer, random: Random): Promise<Owner> {
  const kind = random.pick(KINDS)
  const person: Person & { secret?: string } =
    kind === 'secondFactor' ? await withTwoFactor(server) : await server.person()
  await certify(server, person)
  const number = ++numbers
  const email = kind === 'name' || kind === 'phone' ? null : `owner${number}@takeover.example`
  const phone = kind === 'phone' || kind === 'both' ? `+44 740012${String(1000 + number).slice(-4)}` : null
  const { db } = server.context
  const { id } = await db
    .updateTable('users')
    .set({ email, phone })
    .where('account', '=', person.account)
    .returning('id')
    .executeTakeFirstOrThrow()
  await setPayPassword(server, person)
  const payee = await bindPayee(server, person)
  await server.clock.advance(60)
  return { ...person, id, kind, email, phone, payee }
}

/** Refusals of a step-up proof that is missing, replayed or bound to something else. Returns what was accepted. */
async function misuse(server: TestServer): Promise<string[]> {
  const [owner, other] = [await server.person(), await server.person()]
  const save = async ({ token }: { token: string }, stepUpProof: string | undefined, number: string) => {
    const card = { kind: 'card', number, holder: 'Ann Miller', bank: 'First Bank', stepUpProof }
    return String((await server.call('user/cash_save', card, { token })).code)
  }
  const second = (await server.login(owner.account, PASSWORD)).data
  const [first, spare] = ['4242424242424242', '5555555555554444']
  const used = await stepUp(server, owner, 'user/cash_save')
  const ended = await stepUp(server, { token: second.token }, 'user/cash_save')
  const taken = await save(owner, used, first)
  await server.call('user/logout', {}, { token: second.token })
  const again = (await server.login(owner.account, PASSWORD)).data
  const expected: [string, string, string][] = [
    ['right', taken, 'added'],
    ['skipped', await save(owner, undefined, spare), 'stepUpRequired'],
    ['replayed', await save(owner, used, spare), 'stepUpRequired'],
    ['of another call', await save(owner, await stepUp(server, owner, 'safe/email'), spare), 'stepUpRequired'],
    ['of another session', await save(again, await stepUp(server, owner, 'user/cash_save'), spare), 'stepUpRequired'],
    ['of another user', await save(owner, await stepUp(server, other, 'user/cash_save'), spare), 'stepUpRequired'],
    ['after log-out', await save(again, ended, spare), 'stepUpRequired'],
  ]
  return expected.flatMap(([name, code, right]) => (code === right ? [] : [`a proof ${name}: ${code}`]))
}

/** Freezes an account while its withdrawal is paid, by `reviewer`. Either happens first, and the owner is notified of both. */
async function freezeRace({ server, reviewer }: Servers, random: Random): Promise<{ paid: boolean; faults: string[] }> {
  const person = await server.person()
  await certify(server, person)
  const who = { ...person, payee: await bindPayee(server, person) }
  const { data } = await withdraw(server, who)
  const { db } = server.context
  const review = async () => {
    await db.updateTable('withdrawals').set({ due: server.clock.now() }).where('id', '=', data.id).execute()
    await reviewWithdrawals(reviewer.context)
  }
  await review()
  await db.updateTable('withdrawals').set({ due: server.clock.now() }).where('id', '=', data.id).execute()
  const freeze = () => server.call('safe/freeze', {}, { token: who.token })
  const frozen = freeze()
  if (random() < 0.5) await frozen
  await Promise.all([frozen, reviewWithdrawals(reviewer.context)])
  const { status } = await db
    .selectFrom('withdrawals')
    .select('status')
    .where('id', '=', data.id)
    .executeTakeFirstOrThrow()
  const sent = (
    await db
      .selectFrom('messages')
      .innerJoin('users', 'users.id', 'messages.user_id')
      .select('template')
      .where('account', '=', who.account)
      .execute()
  ).map(({ template }) => template)
  const paid = status === 2n
  const faults = [
    ...(sent.includes('accountFrozen') ? [] : ['the owner was not notified of the freeze']),
    ...(sent.includes('withdrawalPaid') === paid ? [] : ['the message of the payment contradicts the withdrawal']),
  ]
  return { paid, faults }
}

interface Outcome {
  figures: Record<'attacks' | (typeof SUMS)[number] | 'frozenFirst' | Grip, number>
  faults: string[]
}

const SUMS = ['moves', 'accepted', 'refusedStepUps', 'requested', 'paidAfterHold'] as const

/** Plays the attacks with the numbers from `begun` to `end` on one installation. Each fault names its run. */
async function playAttacks(servers: Servers, random: Random, begun: number, end: number): Promise<Outcome> {
  const { server } = servers
  const faults = await misuse(server)
  const figures: Outcome['figures'] = {
    attacks: 0,
    moves: 0,
    accepted: 0,
    refusedStepUps: 0,
    requested: 0,
    paidAfterHold: 0,
    frozenFirst: 0,
    session: 0,
    mailbox: 0,
    phone: 0,
  }
  for (let run = begun; run < end; run++) {
    const owner = await ownerOf(server, random)
    // An address leads further than a session without the password.
    const addresses: Grip[] = [
      ...(owner.email === null ? [] : ['mailbox' as const]),
      ...(owner.phone === null ? [] : ['phone' as const]),
    ]
    const grip = addresses.length === 0 || random() < 0.25 ? 'session' : random.pick(addresses)
    const attack: Attack = { server, owner, grip, random, hold: holdSeconds(server.context.operator), moves: MOVES }
    const outcome = await playAttacker(attack)
    figures[grip] += 1
    figures.attacks += 1
    for (const key of SUMS) figures[key] += outcome[key]
    for (const fault of outcome.faults) faults.push(`run ${run}, ${owner.kind}, by ${grip}: ${fault}`)
    const race = await freezeRace(servers, random)
    if (!race.paid) figures.frozenFirst += 1
    for (const fault of race.faults) faults.push(`run ${run}: ${fault}`)
  }
  faults.push(...(await server.context.ledger.verify()).map(String))
  return { figures, faults }
}

/** Plays the attacks on each database, with the same seed. */
export async function prove({ seed, runs: attacks, log }: ProofOptions): Promise<ProofResult> {
  const begins = Array.from({ length: Math.ceil(attacks / PER_SERVER) }, (_, index) => index * PER_SERVER)
  const faults: string[] = []
  const figures: Record<string, number> = {}
  await onSite({ databases: begins.map(databaseOf) }, async ({ services: postgres }) => {
    if (!postgres) log('PostgreSQL is not installed')
    for (const name of postgres ? ['SQLite', 'PostgreSQL'] : ['SQLite']) {
      const random = createRandom(seed)
      for (const begun of begins) {
        const clock = createManualClock(START_MS)
        const database = name === 'PostgreSQL' ? postgres?.address(databaseOf(begun)) : undefined
        const server = await createTestServer({ clock, ...(database !== undefined && { database }) })
        const reviewer = database === undefined ? server : await createTestServer({ clock, database })
        try {
          const outcome = await playAttacks({ server, reviewer }, random, begun, Math.min(attacks, begun + PER_SERVER))
          faults.push(...outcome.faults.map((fault) => `${name}: ${fault}`))
          for (const [key, count] of Object.entries(outcome.figures))
            figures[`${name} ${key}`] = (figures[`${name} ${key}`] ?? 0) + count
        } finally {
          if (reviewer !== server) await reviewer.close()
          await server.close()
        }
      }
      if (attacks > 0 && !(figures[`${name} accepted`] && figures[`${name} refusedStepUps`]))
        faults.push(`${name}: hardly anything was tried`)
    }
  })
  for (const fault of faults.slice(0, 20)) log(fault)
  return { ok: faults.length === 0, figures: { ...figures, faults: faults.length } }
}
