import type { CallId } from '../../../../generated/calls.ts'
import { createTokenBucket, type TokenBucket } from '../../live/rateLimits.ts'

/** Who sends a read: an address, and a token behind it; empty for a visitor. */
export interface Reader {
  address: string
  token: string
}

/** The form of a token; anything else in the header is no session. */
const TOKEN = /^[\w-]{32,64}$/

/** Address and token of a request. The token is not verified yet. */
export const readerOf = (address: string, authorization = ''): Reader => ({
  address,
  token: TOKEN.test(authorization) ? authorization : '',
})

/** Cost of a read where it is not 1: its processor time as a multiple of that of `user/info`. */
export const READ_COSTS: Readonly<Partial<Record<CallId, number>>> = {
  'cashlist/log': 3,
  'chargelist/log': 5,
  'coin/detail': 3,
  'coin/info': 5,
  'coin/list': 4,
  'coin/quote': 3,
  'currency/new_timeshar': 5,
  'currency/quotation_new': 3,
  'currency/whkdata': 3,
  'currency/whlist': 2,
  getareacode: 3,
  'lever/close_orders': 3,
  'lever/deal': 4,
  'lever/my_trade': 6,
  'lever/my_wh_trade': 5,
  'lever/orders': 3,
  'lever/quote': 3,
  'lever/reverse_quote': 4,
  'lever/margin_quote': 8,
  'lever/stop_quote': 8,
  'lh/deposit/config': 6,
  'lh/deposit/quote': 2,
  'lh/loan/order': 2,
  'lh/wh_bzhl_list': 2,
  'microtrade/lists': 2,
  'microtrade/sell_quote': 2,
  'microtrade/whlists': 2,
  'trade/history': 3,
  'trade/history_csv': 40,
  'trade/records': 4,
  'trade/results': 4,
  'user/getrealinfo': 3,
  'user/usermessage': 4,
  'wallet/detail': 2,
  'wallet/flashAgainstList': 4,
  'wallet/list': 3,
  'wallet/out_info': 4,
  'wallet/performance': 6,
  'wallet/statement': 4,
  'wallet/statement_csv': 60,
}

/** Costs that may come at once, in seconds of the budget. */
const BURST_SECONDS = 10
/** Budget of an address, as a multiple of that of a session: several people share one. */
const ADDRESS_FACTOR = 10
/** Idle buckets are dropped when there are so many. */
const MAX_BUCKETS = 20_000

/** Limits the cost of reads of each session and each address. `perSecond` is the budget of a session; 0 sets no limit. */
export function createReadBudget(perSecond: number, nowMs: () => number) {
  const buckets = new Map<string, { bucket: TokenBucket; used: number }>()
  const bucketOf = (key: string, rate: number): TokenBucket => {
    let entry = buckets.get(key)
    if (!entry) {
      if (buckets.size >= MAX_BUCKETS) dropIdle()
      entry = { bucket: createTokenBucket({ burst: rate * BURST_SECONDS, perSecond: rate, nowMs }), used: 0 }
      buckets.set(key, entry)
    }
    entry.used = nowMs()
    return entry.bucket
  }
  /** A bucket that was not used for the time of its burst is full again. */
  const dropIdle = () => {
    const before = nowMs() - BURST_SECONDS * 1000
    for (const [key, { used }] of buckets) if (used <= before) buckets.delete(key)
  }
  return {
    /** False if the session or the address has used up its budget. */
    take({ address, token }: Reader, cost: number): boolean {
      if (perSecond === 0) return true
      // A visitor is known by the address only.
      if (token === '') return bucketOf(`${address} `, perSecond * ADDRESS_FACTOR).take(cost)
      const ofAddress = bucketOf(address, perSecond * ADDRESS_FACTOR)
      // An address without budget adds no buckets of the tokens it sends.
      return ofAddress.has(cost) && bucketOf(`${address} ${token}`, perSecond).take(cost) && ofAddress.take(cost)
    },
    /** Number of buckets in memory. */
    size: () => buckets.size,
  }
}

/** Cost of the reads of an address that run in one turn of the event loop. */
const TURN_COST = 4

interface Waiting {
  cost: number
  run: () => void
}

/**
 * Lets a few reads of each address run in a turn of the event loop, and those of the sessions behind it in rotation, so that thousands of
 * one client hardly hold others.
 */
export function createReadTurns() {
  const waiting = new Map<string, Map<string, Waiting[]>>()
  const used = new Map<string, number>()
  let scheduled = false
  const hasTurn = (address: string): boolean => (used.get(address) ?? 0) < TURN_COST
  const charge = (address: string, cost: number) => used.set(address, (used.get(address) ?? 0) + cost)

  /** Runs the first read of the session that has waited longest. */
  function runNext(address: string, sessions: Map<string, Waiting[]>): void {
    const [first] = sessions
    if (!first) return
    const [token, queue] = first
    sessions.delete(token)
    const next = queue.shift()
    if (queue.length > 0) sessions.set(token, queue)
    if (sessions.size === 0) waiting.delete(address)
    if (!next) return
    charge(address, next.cost)
    next.run()
  }

  function schedule(): void {
    if (scheduled) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      used.clear()
      for (const [address, sessions] of waiting)
        while (sessions.size > 0 && hasTurn(address)) runNext(address, sessions)
      if (waiting.size > 0) schedule()
    })
  }

  return {
    /** Waits for the turn of a read. Resolves at once while its address has used little of this turn of the event loop. */
    async next({ address, token }: Reader, cost: number): Promise<void> {
      schedule()
      if (!waiting.has(address) && hasTurn(address)) {
        charge(address, cost)
        return
      }
      await new Promise<void>((run) => {
        const sessions = waiting.get(address) ?? new Map<string, Waiting[]>()
        waiting.set(address, sessions)
        const queue = sessions.get(token)
        if (queue) queue.push({ cost, run })
        else sessions.set(token, [{ cost, run }])
      })
    },
  }
}
