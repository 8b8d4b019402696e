import { asMoney, sub } from '../../../src/engine/language/values/decimal.ts'
import type { Money } from '../../../src/engine/language/values/units.ts'
import type { Receipt } from '../../../src/generated/entities.ts'
import { decimal, minor, type Mode } from '../../../src/server/kit/ledger/index.ts'
import { unreceipted } from '../../../src/server/modules/money/receipts/verify.ts'
import buildApp from '../../e2e/kit/net/build.ts'
import { bindPayee, certify } from '../../support/server/flows/withdrawals.ts'
import { createTestServer, type TestServer } from '../../support/server/testServer.ts'
import { activate } from '../../support/server/flows/trading.ts'
import { ACTS } from '../kit/promises/acts.ts'
import { LEVERAGE, SYMBOLS } from '../kit/promises/leverage.ts'
import { listFaults } from '../kit/promises/lists.ts'
import { MAXIMA } from '../kit/promises/maxima.ts'
import type { Act, Place } from '../kit/promises/place.ts'
import { TRIGGERED } from '../kit/promises/triggered.ts'
import { differencesOf, journalOf, MUTANTS, type Evidence } from '../kit/promises/compare.ts'
import { MUTANTS as SHOWN_MUTANTS } from '../kit/promises/confirmed.ts'
import { LANGUAGES, statementFaults } from '../kit/promises/printed.ts'
import { compareRendered, CONFIRMED, type RenderedTally, type Wish } from '../kit/promises/rendered.ts'
import type { ProofOptions, ProofResult } from '../kit/proof.ts'
import { createRandom, deck } from '../kit/random.ts'
import { hasSeenAll, sorted } from '../kit/seeded-runs.ts'
import { onSite } from '../kit/chaos/deployment.ts'

export const about =
  'money calls while prices move: what the rendered confirmations showed, the receipts and the postings agree to the digit, offered maxima are exact, and printed rows add up to their balance'
/** Histories on separate servers, but for the short length every second one on PostgreSQL, where it is installed. */
export const runs = { full: 60, middle: 6, short: 2 }

/** Confirmations of the app that are read, in turn in each language: all in every language on both databases; all, on PostgreSQL for an even seed; or none. */
const CONFIRMATIONS = { full: Infinity, middle: Object.keys(CONFIRMED).length, short: 0 }

const ALL_ACTS: Readonly<Record<string, (place: Place) => Promise<Act | null>>> = {
  ...ACTS,
  ...LEVERAGE,
  ...TRIGGERED,
  ...MAXIMA,
}
/** Each act at least once, and some again in another order. */
const ACTS_OF_A_HISTORY = Object.keys(ALL_ACTS).length + 5
/** Opening funds beside the 1,000 USDT of every user. */
const FUNDS = { coin: '4000', contract: '3000' } as const

/** Events that every run must have counted. */
const REQUIRED_EVENTS = [
  'spot buy',
  'spot sell',
  'leverage long',
  'leverage short',
  'leverage closed',
  'leverage closed in part',
  'leverage closed together',
  'leverage reversed',
  'margin added',
  'closed by takeProfit',
  'closed by stopLoss',
  'closed by liquidation',
  'fixed time',
  'fixed time sold',
  'fixed time cancelled',
  'exchange',
  'transfer',
  'withdrawal',
  'interest treasure',
  'fixed deposit, ended',
  'loan',
  'limit order filled',
  'stop order filled',
  'deposit',
  'demo refill',
  'maximum of sale',
  'maximum of purchase',
  'maximum of lots',
  'maximum of exchange',
  'maximum of withdrawal',
  'maximum of transfer',
  'maximum of stake',
]

interface Tally {
  events: Map<string, number>
  faults: string[]
  receipts: number
  rows: number
  totals: number
  mutants: Map<string, number>
}

export async function prove({ seed, runs: histories, length, log }: ProofOptions): Promise<ProofResult> {
  const tally: Tally = { events: new Map(), faults: [], receipts: 0, rows: 0, totals: 0, mutants: new Map() }
  const databases = Array.from({ length: histories }, (_, i) => `history${i}`)
  let onPostgres = 0
  const rendered: RenderedTally = { confirmations: new Map(), figures: 0, mutants: new Map(), faults: tally.faults }
  await onSite(
    { databases: length === 'short' ? [] : [...databases, 'confirmations'] },
    async ({ services: postgres }) => {
      const confirmations = postgres?.address('confirmations')
      for (const [i, database] of databases.entries()) {
        const address = postgres && i % 2 === 1 ? postgres.address(database) : undefined
        if (address !== undefined) onPostgres += 1
        await runHistory(seed + i, address, tally)
      }
      const wishes = wishesOf(seed, CONFIRMATIONS[length])
      if (wishes.length > 0) {
        buildApp()
        const isBoth = length === 'full' && confirmations !== undefined
        for (const database of isBoth ? [undefined, confirmations] : [seed % 2 === 0 ? confirmations : undefined])
          await compareRendered(wishes, { database, tally: rendered, log })
      }
    },
  )
  for (const fault of tally.faults.slice(0, 20)) log(fault)
  const mutants = new Map([...tally.mutants, ...rendered.mutants])
  // Without confirmations the mutants of the shown values do not apply.
  const asked = [...Object.keys(MUTANTS), ...(length === 'short' ? [] : Object.keys(SHOWN_MUTANTS))]
  const alive = asked.filter((name) => !mutants.has(name))
  for (const name of alive) log(`no receipt had a place for the mutant: ${name}`)
  const figures = {
    receipts: tally.receipts,
    faults: tally.faults.length,
    rows: tally.rows,
    totals: tally.totals,
    mutants: [...mutants.values()].reduce((all, count) => all + count, 0),
    confirmations: [...rendered.confirmations.values()].reduce((all, count) => all + count, 0),
    confirmedFigures: rendered.figures,
    onPostgres,
    ...sorted(tally.events),
  }
  const isComplete =
    hasSeenAll(REQUIRED_EVENTS, tally.events, log) && (length === 'short' || rendered.confirmations.size > 0)
  return { ok: tally.faults.length === 0 && alive.length === 0 && isComplete, figures }
}

/** The confirmations to read: all in every language, or as many of them from the seed on, in turn in each language. */
function wishesOf(seed: number, most: number): Wish[] {
  const names = Object.keys(CONFIRMED)
  if (most > names.length) return names.flatMap((name) => LANGUAGES.map((lang) => ({ name, lang })))
  const at = <Item>(items: readonly Item[], index: number): Item => items[index % items.length] as Item
  return Array.from({ length: most }, (_, i) => ({ name: at(names, seed + i), lang: at(LANGUAGES, 2 * seed + i) }))
}

/** One user acts on a server; then the statement is printed. */
async function runHistory(seed: number, database: string | undefined, tally: Tally): Promise<void> {
  const server = await createTestServer(database === undefined ? {} : { database })
  try {
    const person = await server.person()
    await certify(server, person)
    const who = { ...person, payee: await bindPayee(server, person) }
    const { data: user } = await server.call('user/info', {}, { token: who.token })
    for (const product of ['spot', 'seconds'] as const) await activate(server, who, 'BTCUSDT', product)
    for (const symbol of SYMBOLS) await activate(server, who, symbol, 'leveraged')
    await server.context.ledger.post({
      mode: 'real',
      reason: 'test',
      entries: (['coin', 'contract'] as const).map((kind) => ({
        from: 'deposits',
        to: { owner: user.id, kind },
        currency: 'USDT',
        amount: minor(asMoney(FUNDS[kind]), 'USDT'),
      })),
    })
    const random = createRandom(seed)
    const note = (sentence: string) => tally.faults.push(`seed ${seed}: ${sentence}`)
    const count = (event: string) => tally.events.set(event, (tally.events.get(event) ?? 0) + 1)
    const place: Place = { server, who, random, fault: note, count }
    const next = deck(random, Object.keys(ALL_ACTS))
    for (let i = 0; i < ACTS_OF_A_HISTORY; i++) {
      const before = await latest(server, user.id)
      const balances = await balancesOf(server, user.id)
      const name = next()
      const act = await ALL_ACTS[name]?.(place)
      const receipts = await receiptsSince(server, who.token, user.id, before)
      await compareAll(server, receipts, { balances, owner: user.id, act: act ?? null }, tally, note)
    }
    const statement = await statementFaults(server, who)
    const lists = await listFaults(server, who)
    tally.rows += statement.rows
    tally.totals += lists.totals
    for (const fault of [...statement.faults, ...lists.faults]) note(fault)
    for (const id of await unreceipted(server.context.db)) note(`the posting ${id} has no receipt`)
    for (const sentence of await server.context.ledger.verify()) note(sentence)
  } finally {
    await server.close()
  }
}

type Balances = Record<string, Money>

/** The balances of each book. */
async function balancesOf({ context: { ledger } }: TestServer, owner: string): Promise<Record<Mode, Balances>> {
  const of = async (mode: Mode): Promise<Balances> => {
    const all = await ledger.balances(owner, mode)
    return Object.fromEntries(
      all.map(({ kind, currency, posted }) => [`${kind} ${currency}`, decimal(posted, currency)]),
    )
  }
  return { real: await of('real'), demo: await of('demo') }
}

async function latest({ context: { db } }: TestServer, owner: string): Promise<string> {
  const row = await db
    .selectFrom('receipts')
    .select('id')
    .where('user_id', '=', owner)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? ''
}

/** The receipts that were written after one, oldest first, as the call answers. */
async function receiptsSince(server: TestServer, token: string, owner: string, after: string): Promise<Receipt[]> {
  const rows = await server.context.db
    .selectFrom('receipts')
    .select(['id', 'kind', 'record'])
    .where('user_id', '=', owner)
    .where('id', '>', after)
    .orderBy('id')
    .execute()
  const found: Receipt[] = []
  for (const { id, kind, record } of rows) {
    const { data } = await server.call('receipt/list', { kind, id: record }, { token })
    found.push(...data.rows.filter((row) => row.id === id))
  }
  return found
}

/** Compares each receipt with its journal; all together with the change of the balances. */
async function compareAll(
  server: TestServer,
  receipts: readonly Receipt[],
  { balances, owner, act }: { balances: Record<Mode, Balances>; owner: string; act: Act | null },
  tally: Tally,
  note: (sentence: string) => void,
): Promise<void> {
  const after = await balancesOf(server, owner)
  const zero = asMoney('0')
  const changesOf = (mode: Mode): Balances =>
    Object.fromEntries(
      [...new Set([...Object.keys(balances[mode]), ...Object.keys(after[mode])])].map((name) => [
        name,
        sub(after[mode][name] ?? zero, balances[mode][name] ?? zero),
      ]),
    )
  const single = receipts.length === 1
  const ofAct = receipts.filter((receipt) => act !== null && isOf(act, receipt))
  const journals = await Promise.all(receipts.map(({ id }) => journalOf(server, id)))
  const journaled = receipts.map((receipt, i) => ({ receipt, journal: journals[i] ?? [] }))
  if (act?.due && !ofAct.some(({ due, action }) => action === act.due?.action && due !== null))
    note(`no receipt of the act has the end of its term`)
  if (act) for (const figure of missingFigures(act, ofAct)) note(`no receipt of the act has a promised ${figure}`)
  for (const { receipt, journal } of journaled) {
    const isOfAct = act !== null && isOf(act, receipt)
    const isTotal = isOfAct && act.id === null
    const evidence: Evidence = {
      promised: isOfAct ? act.promised : {},
      quoted: isOfAct ? act.quoted : undefined,
      due: isOfAct ? act.due : undefined,
      receipt,
      journal,
      together: isTotal ? journaled.filter((receipt) => isOf(act, receipt.receipt)) : undefined,
      changes: single ? changesOf(receipt.mode) : ownChanges(journal),
    }
    const exact = isOfAct ? act.exact : []
    tally.receipts += 1
    for (const fault of differencesOf(evidence, exact)) note(fault)
    for (const [name, mutate] of Object.entries(MUTANTS)) {
      const mutated = mutate(evidence)
      if (!mutated) continue
      tally.mutants.set(name, (tally.mutants.get(name) ?? 0) + 1)
      if (differencesOf(mutated, exact).length === 0) note(`not found: ${name}`)
    }
  }
}

/** Whether a receipt belongs to a record of an act. Without an id: whether a call wrote it, in contrast to a job. */
const isOf = ({ kind, id, action }: Act, { kind: own, record, call, action: done }: Receipt): boolean =>
  own === kind && (id === null ? call !== null : record === id) && (action === undefined || action === done)

/** The promised figures of an act that none of its receipts has. */
const missingFigures = ({ promised, conditional = [] }: Act, receipts: readonly Receipt[]): string[] =>
  Object.keys(promised).filter(
    (figure) =>
      !conditional.includes(figure) &&
      !receipts.some(({ figures, together }) =>
        [...figures, ...(together?.figures ?? [])].some((other) => other.figure === figure && other.promised !== null),
      ),
  )

/** The changes that a journal makes by itself, where several receipts share those of the balances. */
function ownChanges(journal: Awaited<ReturnType<typeof journalOf>>): Balances {
  const changes: Balances = {}
  for (const { from, to, currency, amount } of journal) {
    changes[`${to} ${currency}`] = sub(changes[`${to} ${currency}`] ?? asMoney('0'), sub(asMoney('0'), amount))
    changes[`${from} ${currency}`] = sub(changes[`${from} ${currency}`] ?? asMoney('0'), amount)
  }
  return Object.fromEntries(Object.entries(changes).filter(([name]) => /^(coin|contract) /.test(name)))
}
