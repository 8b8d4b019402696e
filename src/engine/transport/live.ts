import { STALE_AFTER_MS } from '../language/constants.ts'
import { isObject } from '../language/values/json.ts'
import type { LiveChannel, LiveContract, LiveKeys, LiveValue } from '../language/plugin.ts'
import { createTickSequencer, type Origin } from './tickSequencer.ts'
import { pageEvents, type PageEvents } from './pageEvents.ts'
import { createSocket, type SocketLoader, type LiveConfig } from './socket.ts'
import { createHeartbeat } from './heartbeat.ts'

/** Live values are marked as stale within STALE_AFTER_MS of silence. The server sends `clock` each second, so one of them may be late. */
const SILENCE_MS = STALE_AFTER_MS - 500
/** Silence after which a connection counts as dead, even if open: phones lose networks without an event. */
const CONNECTION_TIMEOUT_MS = 8_000
const ACK_TIMEOUT_MS = 5_000
/** Gaps arrive in bursts, one for each key that ticked meanwhile. */
const BATCH_MS = 50

export interface LivePorts {
  config: LiveConfig
  /** The messages of the product. */
  contract: LiveContract
  keyOf: LiveKeys['keyOf']
  /** In order; a key may occur more than once. Origin "tick": each is the next number of its key. */
  onValues(values: LiveValue[], origin: Origin): void
  /** No message for moments: live values on the screen may be old. */
  onStale(stale: boolean): void
  /** Live values are marked as stale already, since the first message is late. */
  isStale?: boolean
  /** The server's time, Unix seconds. */
  onClock?(time: number): void
  /** The token of the session, null without one. */
  token?(): string | null
  now?: () => number
  events?: PageEvents
  loadSocket?: SocketLoader
}

export interface Live {
  /** Connects with the first key. */
  subscribe(keys: readonly string[]): void
  /** Disconnects after the last key. */
  unsubscribe(keys: readonly string[]): void
  /** Requests all subscribed keys. */
  resync(): void
  close(): void
}

/** Creates the live connection. Who needs a key, and for how long, is counted by its user (state/liveValues.ts). */
export function createLive({
  config,
  contract,
  keyOf,
  onValues,
  onStale,
  isStale = false,
  onClock,
  token = () => null,
  now = Date.now,
  events = pageEvents,
  loadSocket,
}: LivePorts): Live {
  const subscribed = new Set<string>()
  let pendingKeys = new Set<string>()
  const ackTimers = new Set<ReturnType<typeof setTimeout>>()

  const staleMonitor = createHeartbeat({ afterMs: SILENCE_MS, now, onChange: onStale, silent: isStale })
  const connectionWatchdog = createHeartbeat({
    afterMs: CONNECTION_TIMEOUT_MS,
    now,
    onChange(silent) {
      if (silent && socket.connected) socket.reconnect()
    },
  })
  const onMessage = () => {
    staleMonitor.beat()
    connectionWatchdog.beat()
  }

  const sequencer = createTickSequencer({
    apply: onValues,
    requestSnapshot(key) {
      if (pendingKeys.size === 0) setTimeout(requestPending, BATCH_MS)
      pendingKeys.add(key)
    },
    keyOf,
    merge: (key, value, update) =>
      contract.channels.find((channel) => channel.owns(key))?.merge?.(value, update) ?? update,
  })

  const socket = createSocket({
    config,
    ...(loadSocket && { loadSocket }),
    onOpen() {
      clearAckTimers()
      // Alive, but the screen still shows old values.
      connectionWatchdog.beat()
      requestSnapshot([...subscribed], true)
    },
    listeners: {
      ...Object.fromEntries(contract.channels.map((channel) => [channel.update, updateListener(channel)])),
      clock(body) {
        onMessage()
        if (contract.isClock(body)) onClock?.(body.time)
      },
    },
  })

  function updateListener({ isValue }: LiveChannel): (body: unknown) => void {
    return (body) => {
      if (!isValue(body)) return
      onMessage()
      sequencer.tick(body)
    }
  }

  function requestPending(): void {
    const keys = [...pendingKeys].filter((key) => subscribed.has(key))
    pendingKeys = new Set()
    requestSnapshot(keys, false)
  }

  function requestSnapshot(keys: readonly string[], afterReconnect: boolean): void {
    if (!socket.connected) return
    for (const channel of contract.channels)
      for (const { keys: batch, body } of channel.messages(keys.filter(channel.owns), token() ?? '')) {
        sequencer.awaitSnapshot(batch, afterReconnect)
        const timer = setTimeout(() => {
          ackTimers.delete(timer)
          // A server without this channel answers the others.
          if (socket.connected && !channel.optional) socket.reconnect()
        }, ACK_TIMEOUT_MS)
        ackTimers.add(timer)
        socket.emit(channel.subscribe, body, (ack) => {
          clearTimeout(timer)
          ackTimers.delete(timer)
          onMessage()
          sequencer.snapshot(valuesOf(channel, ack), afterReconnect)
        })
      }
  }

  function clearAckTimers(): void {
    for (const timer of ackTimers) clearTimeout(timer)
    ackTimers.clear()
  }

  function disconnect(): void {
    clearAckTimers()
    staleMonitor.stop()
    connectionWatchdog.stop()
    socket.close()
  }

  function resync(): void {
    if (subscribed.size === 0) return
    if (socket.connected) requestSnapshot([...subscribed], false)
    else socket.reconnect()
  }

  const unsubscribers = [events.onVisible(resync), events.onOnline(resync)]

  return {
    subscribe(keys) {
      for (const key of keys) subscribed.add(key)
      if (socket.connected) return requestSnapshot(keys, false)
      staleMonitor.start()
      connectionWatchdog.start()
      socket.open()
    },
    unsubscribe(keys) {
      for (const key of keys) subscribed.delete(key)
      sequencer.forget(keys)
      for (const channel of contract.channels)
        for (const { body } of channel.messages(keys.filter(channel.owns), token() ?? ''))
          socket.emit(channel.unsubscribe, body)
      if (subscribed.size === 0) disconnect()
    },
    resync,
    close() {
      for (const stop of unsubscribers) stop()
      subscribed.clear()
      disconnect()
    },
  }
}

function valuesOf({ values, isValue }: LiveChannel, ack: unknown): LiveValue[] {
  const list: unknown = isObject(ack) ? ack[values] : null
  return Array.isArray(list) ? list.filter(isValue) : []
}
