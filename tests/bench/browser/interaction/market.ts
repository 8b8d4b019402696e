import { io } from 'socket.io-client'
import { LIVE_GAP_MS } from '../../../../src/engine/language/constants.ts'
import type { Instrument, Quote } from '../../interaction/facts.ts'

let reply: Promise<Instrument[]> | undefined

/** The rows of the list, fetched once. */
export const readRows = (): Promise<Instrument[]> =>
  (reply ??= fetch('/rows.json')
    .then((response) => response.json() as Promise<{ data: { rows: Instrument[] } }>)
    .then(({ data }) => data.rows))

/** Passes on the latest quotes of these symbols in a frame, at most once in the time of the app; returns what ends it. */
export function subscribe(symbols: readonly string[], receive: (quotes: readonly Quote[]) => void): () => void {
  const { feed } = document.documentElement.dataset
  if (!feed) return () => undefined
  const socket = io(feed, { path: '/live', transports: ['websocket'] })
  const latest = new Map<string, Quote>()
  let frame = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  function show() {
    timer = setTimeout(() => {
      timer = undefined
      frame = 0
      if (latest.size > 0) frame = requestAnimationFrame(show)
    }, LIVE_GAP_MS)
    const quotes = [...latest.values()]
    latest.clear()
    receive(quotes)
  }
  socket.on('connect', () => socket.emit('subscribe', { symbols }, () => undefined))
  socket.on('tick', (quote: Quote) => {
    latest.set(quote.symbol, quote)
    frame ||= requestAnimationFrame(show)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    socket.close()
  }
}

const price = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const change = new Intl.NumberFormat('en', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'exceptZero',
})
const volume = new Intl.NumberFormat('en', {
  notation: 'compact',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})

/** The texts of a row of the market. */
export const rowTexts = ({ base, currency, name }: Instrument, quote: Quote) => ({
  title: `${base}/${currency}`,
  subtitle: `${volume.format(Number(quote.volume) * Number(quote.last))} · ${name}`,
  price: price.format(Number(quote.last)),
  change: `${change.format(Number(quote.changePercent)).replace('-', '−')}%`,
})
