import type { Kysely } from 'kysely'
import { textLookup } from '../../../kit/api/texts.ts'
import type { ServerContext } from '../../../context.ts'
import type { Tables } from '../../../db.ts'
import { nameOf } from '../../wealth/interest/projects.ts'
import type { LedgerEntry } from '../../../kit/ledger/entries.ts'

type Context = Pick<ServerContext, 'db' | 'market' | 'operator'>
type Db = Kysely<Tables>
type Ids = readonly string[]
type Subject = { id: string } & (
  | { symbol: string }
  | { project: string }
  | { days: bigint }
  | { payer: string; payee: string }
)

const positions = (db: Db, ids: Ids) => db.selectFrom('lever_positions').select(['id', 'symbol']).where('id', 'in', ids)
const deals = (db: Db, ids: Ids) => db.selectFrom('lever_deals').select(['id', 'symbol']).where('id', 'in', ids)

/** Reads the subjects of ids, by the first part of the key of the posting or of the committed hold: `lever:fee` of `lever:fee:<id>`. */
const BY_KEY: Readonly<Record<string, (db: Db, ids: Ids) => Promise<Subject[]>>> = {
  'lever:fee': (db, ids) => positions(db, ids).execute(),
  'lever:margin': (db, ids) => positions(db, ids).execute(),
  'lever:close': (db, ids) => deals(db, ids).execute(),
  'lever:rest': (db, ids) => deals(db, ids).execute(),
  spot: (db, ids) => db.selectFrom('spot_orders').select(['id', 'symbol']).where('id', 'in', ids).execute(),
  seconds: (db, ids) => db.selectFrom('seconds_orders').select(['id', 'symbol']).where('id', 'in', ids).execute(),
  interest: (db, ids) => db.selectFrom('interest_orders').select(['id', 'project']).where('id', 'in', ids).execute(),
  fixed: (db, ids) => db.selectFrom('fixed_orders').select(['id', 'days']).where('id', 'in', ids).execute(),
  loan: (db, ids) => db.selectFrom('loans').select(['id', 'days']).where('id', 'in', ids).execute(),
}

/** Reads the subjects of postings, by their reason: their records have the id of the posting. */
const BY_POSTING: Readonly<Record<string, (db: Db, ids: Ids) => Promise<Subject[]>>> = {
  exchange: (db, ids) =>
    db.selectFrom('flash_exchanges').select(['id', 'payer', 'payee']).where('id', 'in', ids).execute(),
  repayment: (db, ids) =>
    db
      .selectFrom('loan_repayments as r')
      .innerJoin('loans as l', 'l.id', 'r.loan_id')
      .select(['r.id', 'l.days'])
      .where('r.id', 'in', ids)
      .execute(),
}

/** Ids in one query: below the number of parameters of both databases. */
const CHUNK = 500

const HOLD = 'hold:'
const KEY = /^(.+?):([^:]+)(?::\d+)?$/

async function keysOf(db: Db, entries: readonly LedgerEntry[]): Promise<Map<string, string>> {
  const keys = new Map(entries.flatMap(({ posting, key }) => (key === null ? [] : [[posting, key] as const])))
  const holds = [...keys].flatMap(([posting, key]) =>
    key.startsWith(HOLD) ? [[posting, key.slice(HOLD.length)] as const] : [],
  )
  const held = new Map<string, string | null>()
  for (let start = 0; start < holds.length; start += CHUNK) {
    const ids = holds.slice(start, start + CHUNK).map(([, id]) => id)
    for (const { id, key } of await db.selectFrom('ledger_hold').select(['id', 'key']).where('id', 'in', ids).execute())
      held.set(id, key)
  }
  for (const [posting, id] of holds) keys.set(posting, held.get(id) ?? '')
  return keys
}

function nameOfSubject({ market, operator }: Context, subject: Subject, lang: string): string {
  if ('project' in subject) return nameOf(operator, subject.project, lang)
  if ('days' in subject) return textLookup(lang)('fixed.days', { count: Number(subject.days) })
  if ('payer' in subject) return `${subject.payer} → ${subject.payee}`
  const listing = market.listing(subject.symbol)
  return listing ? `${listing.base}/${listing.quote}` : subject.symbol
}

/** Name of the pair, the product or the term that each posting is of; postings of none are missing. */
export async function subjectsOf(
  context: Context,
  entries: readonly LedgerEntry[],
  lang: string,
): Promise<Map<string, string>> {
  const { db } = context
  const wanted = new Map<(db: Db, ids: Ids) => Promise<Subject[]>, Map<string, string[]>>()
  const keys = await keysOf(db, entries)
  for (const { posting, reason } of entries) {
    const [, name = '', keyed = ''] = KEY.exec(keys.get(posting) ?? '') ?? []
    const [read, id] = BY_POSTING[reason] ? [BY_POSTING[reason], posting] : [BY_KEY[name], keyed]
    if (!read) continue
    const postings = wanted.get(read) ?? new Map<string, string[]>()
    wanted.set(read, postings.set(id, [...(postings.get(id) ?? []), posting]))
  }
  const subjects = new Map<string, string>()
  for (const [read, postings] of wanted) {
    const ids = [...postings.keys()]
    for (let start = 0; start < ids.length; start += CHUNK)
      for (const subject of await read(db, ids.slice(start, start + CHUNK)))
        for (const posting of postings.get(subject.id) ?? [])
          subjects.set(posting, nameOfSubject(context, subject, lang))
  }
  return subjects
}
