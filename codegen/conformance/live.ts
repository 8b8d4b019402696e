import { setTimeout as sleep } from 'node:timers/promises'
import { isObject } from '../../src/engine/language/values/json.ts'
import { errorsAt, messageSchema } from './documents.ts'
import { inWords, shown, type Finding } from './findings.ts'

/** A live host: "https://live.example.com", the path of its socket, and its engine protocol. */
export interface LiveAddress {
  url: string
  path: string
  protocol: 3 | 4
}

/** Limits that only a host that is silent reaches, from a busy machine too. */
const CONNECT_MS = 30_000
const ACK_MS = 30_000
const CLOCK_MS = 30_000
/** Time in which ticks are collected; a message of the clock comes each second. */
const LISTEN_MS = 3_500

interface Socket {
  on(event: string, listener: (...args: unknown[]) => void): unknown
  emit(event: string, ...args: unknown[]): unknown
  close(): unknown
}
type Connect = (url: string, options: Record<string, unknown>) => Socket

const clientOf = async (protocol: 3 | 4): Promise<Connect> =>
  protocol === 4 ? (await import('socket.io-client')).io : (await import('socket.io-client2')).default

/** Subscribes to symbols, and checks the snapshot, the numbers of the ticks and the clock. */
export async function checkLive(
  { url, path, protocol }: LiveAddress,
  symbols: readonly string[],
): Promise<{ checks: number; findings: Finding[] }> {
  const findings: Finding[] = []
  const report = (check: string, field: string, expected: string, got: string) =>
    void findings.push({ call: 'live', check, field, expected, got })
  const validate = (message: string, body: unknown): boolean => {
    const errors = errorsAt(messageSchema(message), body).filter(({ keyword }) => keyword !== 'additionalProperties')
    findings.push(...errors.map((error) => inWords('live', message, 'body', error)))
    return errors.length === 0
  }

  const connect = await clientOf(protocol)
  let { socket, problem } = await open(connect, url, path, 'websocket')
  // A host without WebSocket is slower, and all the app needs.
  if (problem !== null) ({ socket, problem } = await open(connect, url, path, 'polling'))
  try {
    if (problem !== null) {
      report('connection', '', `a connection of engine protocol ${protocol} to ${url}${path}`, problem)
      return { checks: 1, findings }
    }
    const ticks: unknown[] = []
    const clocks: unknown[] = []
    socket.on('tick', (body) => void ticks.push(body))
    const firstClock = new Promise<void>((resolve) =>
      socket.on('clock', (body) => {
        clocks.push(body)
        resolve()
      }),
    )
    const ack = await Promise.race([
      new Promise((resolve) => void socket.emit('subscribe', { symbols }, resolve)),
      sleep(ACK_MS, undefined, { ref: false }),
    ])
    if (ack === undefined)
      report('subscribe', '', 'an acknowledgement with the snapshot', `nothing for ${ACK_MS / 1000} s`)
    else if (validate('subscribeAcknowledgement', ack))
      checkSnapshot(ack as { quotes: { symbol: string }[] }, symbols, report)
    await sleep(LISTEN_MS)
    await Promise.race([firstClock, sleep(CLOCK_MS, undefined, { ref: false })])
    if (clocks.length === 0) report('clock', '', 'the time each second', `nothing for ${CLOCK_MS / 1000} s`)
    for (const body of clocks) if (!validate('clock', body)) break
    checkSequence(ack, ticks, validate, report)
    socket.emit('unsubscribe', { symbols })
    return { checks: 4, findings }
  } finally {
    socket.close()
  }
}

/** Opens a socket; `problem` says why it has no connection. */
async function open(
  connect: Connect,
  url: string,
  path: string,
  transport: 'websocket' | 'polling',
): Promise<{ socket: Socket; problem: string | null }> {
  const socket = connect(url, { path, transports: [transport], reconnection: false, forceNew: true })
  const problem = await Promise.race([
    new Promise<null>((resolve) => void socket.on('connect', () => resolve(null))),
    new Promise<string>((resolve) => {
      for (const event of ['connect_error', 'error'])
        socket.on(event, (error) => resolve(error instanceof Error ? error.message : shown(error)))
    }),
    sleep(CONNECT_MS, `nothing for ${CONNECT_MS / 1000} s`, { ref: false }),
  ])
  if (problem !== null) socket.close()
  return { socket, problem }
}

type Report = (check: string, field: string, expected: string, got: string) => void

function checkSnapshot({ quotes }: { quotes: { symbol: string }[] }, symbols: readonly string[], report: Report): void {
  for (const symbol of symbols.filter((symbol) => !quotes.some((quote) => quote.symbol === symbol)))
    report('subscribe', 'body.quotes', `the quote of ${symbol}`, 'none')
}

/** The first tick of a symbol continues its snapshot, and each further one the tick before. */
function checkSequence(
  ack: unknown,
  ticks: readonly unknown[],
  validate: (event: 'tick', body: unknown) => boolean,
  report: Report,
): void {
  const quotes = isObject(ack) && Array.isArray(ack.quotes) ? (ack.quotes as { symbol: string; seq: number }[]) : []
  const last = new Map(quotes.map(({ symbol, seq }) => [symbol, seq]))
  for (const body of ticks) {
    if (!validate('tick', body)) return
    const { symbol, seq } = body as { symbol: string; seq: number }
    const before = last.get(symbol)
    if (before !== undefined && seq !== before + 1) {
      report('tick', 'body.seq', `${before + 1}, the number after the one before of ${symbol}`, `${seq}`)
      return
    }
    last.set(symbol, seq)
  }
}
