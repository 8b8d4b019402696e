import { createServer } from 'node:http'
import { Server } from 'socket.io'
import { asUnixSeconds } from '../../../src/engine/language/values/time.ts'
import { asPrice, asQuantity } from '../../../src/engine/language/values/decimal.ts'
import type { Quote } from '../../../src/generated/entities.ts'

export interface Feed extends AsyncDisposable {
  url: string
  /** Ticks sent since the start, of all symbols. */
  sent(): number
  /** `eachMs`: between two moments in which ticks are sent. */
  start(perSecond: number, eachMs?: number): void
  stop(): void
}

const EACH_MS = 4

/** A live server with the same number of ticks for each symbol, regardless of subscriptions. */
export async function createFeed(symbols: number, known: () => readonly Quote[]): Promise<Feed> {
  const http = createServer()
  const io = new Server(http, { path: '/live', cors: { origin: '*' }, perMessageDeflate: false })
  const quotes = new Map<string, Quote>()
  let timer: ReturnType<typeof setInterval> | undefined
  let sent = 0

  function all(): Quote[] {
    if (quotes.size === 0) {
      for (const quote of known()) quotes.set(quote.symbol, { ...quote })
      const [first] = quotes.values()
      if (!first) throw new Error('No quotes are known.')
      for (let i = 0; quotes.size < symbols; i += 1) quotes.set(`OTHER${i}`, { ...first, symbol: `OTHER${i}` })
    }
    return [...quotes.values()]
  }

  io.on('connection', (socket) => {
    socket.on(
      'subscribe',
      ({ symbols: requested }: { symbols: string[] }, answer: (body: { quotes: Quote[] }) => void) => {
        all()
        answer({ quotes: requested.flatMap((symbol) => quotes.get(symbol) ?? []) })
      },
    )
  })
  const clock = setInterval(() => {
    const [first] = quotes.values()
    if (first) io.emit('clock', { time: first.time })
  }, 1_000)
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const address = http.address()

  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    sent: () => sent,
    start(perSecond, eachMs = EACH_MS) {
      const list = all()
      const from = performance.now()
      const began = list[0]?.time ?? 0
      let done = 0
      timer = setInterval(() => {
        const past = (performance.now() - from) / 1_000
        for (const due = Math.floor(past * perSecond); done < due; done += 1) {
          const quote = list[done % list.length]
          if (!quote) continue
          move(quote, done)
          quote.time = asUnixSeconds(began + Math.floor(past))
          io.emit('tick', quote)
          sent += 1
        }
      }, eachMs)
    },
    stop: () => clearInterval(timer),
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      clearInterval(clock)
      await io.close()
    },
  }
}

/** A step up or down, with the price's own number of digits. */
function move(quote: Quote, at: number): void {
  const digits = quote.last.split('.')[1]?.length ?? 0
  const step = (Math.sin(at * 12.9898) * Number(quote.last)) / 20_000
  for (const name of ['last', 'bid', 'ask'] as const)
    quote[name] = asPrice((Number(quote[name]) + step).toFixed(digits))
  quote.volume = asQuantity(String(Number(quote.volume) + 1))
  quote.seq += 1
}
