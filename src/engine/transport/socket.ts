import { SOCKET_RECONNECT_MAX_MS, SOCKET_RECONNECT_MS, SOCKET_TIMEOUT_MS } from '../language/constants.ts'

/** The server of live data. `protocol` is the engine's: 4 is this server, 3 is Socket.IO 2 on the provider's hosts. */
export interface LiveConfig {
  /** Origin, or "" for the page's own. */
  url: string
  path: string
  protocol: 4 | 3
}

/** The part of a Socket.IO client that both generations share. */
export interface RawSocket {
  connected: boolean
  on(event: string, listener: (...args: unknown[]) => void): unknown
  off(): unknown
  emit(event: string, ...args: unknown[]): unknown
  close(): unknown
}
export type Connect = (url: string, options: Record<string, unknown>) => RawSocket
export type SocketLoader = (protocol: LiveConfig['protocol']) => Promise<Connect>

export interface LiveSocket {
  readonly connected: boolean
  open(): void
  /** Only while connected: messages to a lost connection are not queued for the next one. */
  emit(event: string, body: unknown, ack?: (reply: unknown) => void): void
  /** Closes any connection and opens a new one now. */
  reconnect(): void
  close(): void
}

export interface SocketPorts {
  config: LiveConfig
  loadSocket?: SocketLoader
  onOpen(): void
  listeners: Record<string, (body: unknown) => void>
  random?: () => number
}

const TRANSPORTS = [['websocket'], ['polling', 'websocket']] as const

/** Each generation of the library is a separate chunk, fetched when the first symbol is subscribed. */
const loadSocketIo: SocketLoader = async (protocol) =>
  protocol === 4 ? (await import('socket.io-client')).io : (await import('socket.io-client2')).default

/**
 * One connection at a time, each a new socket with each listener once. Reconnecting is done here and not by the
 * library: both generations then behave the same, nothing is replayed, and a listener cannot multiply.
 */
export function createSocket({
  config,
  loadSocket = loadSocketIo,
  onOpen,
  listeners,
  random = Math.random,
}: SocketPorts): LiveSocket {
  let isOpen = false
  let current: RawSocket | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let attempts = 0
  /** Index into TRANSPORTS: unchanged after success, advanced at each failure. */
  let transport = 0
  /** Every start invalidates the earlier ones. */
  let connectAttempt = 0

  function discard(): void {
    clearTimeout(timer)
    connectAttempt += 1
    const socket = current
    current = null
    socket?.off()
    socket?.close()
  }

  function retry(): void {
    discard()
    if (!isOpen) return
    const delay = Math.min(SOCKET_RECONNECT_MAX_MS, SOCKET_RECONNECT_MS * 2 ** attempts * (1 + random() / 2))
    attempts += 1
    timer = setTimeout(connect, delay)
  }

  function fail(): void {
    transport = (transport + 1) % TRANSPORTS.length
    retry()
  }

  function connect(): void {
    discard()
    const attempt = connectAttempt
    timer = setTimeout(fail, SOCKET_TIMEOUT_MS)
    loadSocket(config.protocol)
      .then((io) => {
        if (attempt === connectAttempt) listen(io)
      })
      .catch(() => {
        if (attempt === connectAttempt) retry()
      })
  }

  function listen(io: Connect): void {
    const socket = io(config.url || location.origin, {
      path: config.path,
      transports: TRANSPORTS[transport],
      reconnection: false,
      forceNew: true,
      timeout: SOCKET_TIMEOUT_MS,
    })
    current = socket
    const whileCurrent = (listener: (body: unknown) => void) => (body: unknown) => {
      if (current === socket) listener(body)
    }
    socket.on(
      'connect',
      whileCurrent(() => {
        clearTimeout(timer)
        attempts = 0
        onOpen()
      }),
    )
    socket.on('disconnect', whileCurrent(retry))
    socket.on('connect_error', whileCurrent(fail))
    // Socket.IO 2 emits this when the server refuses, and once more before it loses an open connection.
    socket.on(
      'error',
      whileCurrent(() => (socket.connected ? retry() : fail())),
    )
    for (const [event, listener] of Object.entries(listeners)) socket.on(event, whileCurrent(listener))
  }

  return {
    get connected() {
      return current?.connected ?? false
    },
    open() {
      if (isOpen) return
      isOpen = true
      attempts = 0
      connect()
    },
    emit(event, body, ack) {
      const socket = current
      if (!socket?.connected) return
      if (!ack) socket.emit(event, body)
      else
        socket.emit(event, body, (reply: unknown) => {
          if (current === socket) ack(reply)
        })
    },
    reconnect() {
      if (!isOpen) return
      attempts = 0
      connect()
    },
    close() {
      isOpen = false
      discard()
    },
  }
}
