import { createAdapter } from '@socket.io/redis-streams-adapter'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from 'redis'
import { report, settled } from '../../../engine/language/report.ts'

/** Broadcast between the processes of one service, through a Redis stream. */
export interface RedisBus {
  adapter: ReturnType<typeof createAdapter>
  /** Milliseconds since the stream was last read, or since the start. */
  silenceMs(): number
  close(): Promise<void>
}

const RECONNECT_MS = 500
/** Publish timeout; afterwards the message goes to the clients of this process only. */
const PUBLISH_TIMEOUT_MS = 500
/** Queue limit for a Redis server that accepts commands but does not answer. */
const MAX_QUEUED_COMMANDS = 5_000

/** Connects to Redis and reconnects forever, also if Redis is down at the start. */
export function connectRedisBus(address: string): RedisBus {
  const client = createClient({
    url: address,
    socket: { reconnectStrategy: () => RECONNECT_MS },
    disableOfflineQueue: true,
    commandsQueueMaxLength: MAX_QUEUED_COMMANDS,
  })
  client.on('error', (error: unknown) => report(error, 'Redis'))
  // The connection queues commands while offline; refusing them would retry in a busy loop.
  const duplicate = client.duplicate.bind(client)
  client.duplicate = (changes) => duplicate({ disableOfflineQueue: false, ...changes })
  // Its errors are those of the client.
  void settled(client.connect())

  let lastReadAt = performance.now()
  const create = createAdapter(client, { streamName: 'placard-live', maxLen: 10_000 })
  // The adapter is called with `new`, so an arrow function cannot be used.
  const adapter = function (namespace: unknown) {
    const instance = create(namespace)
    const read = instance.onRawMessage.bind(instance)
    instance.onRawMessage = (message, offset) => {
      lastReadAt = performance.now()
      read(message, offset)
    }
    const publish = instance.doPublish.bind(instance)
    instance.doPublish = (message) => withTimeout(Promise.resolve(publish(message)))
    return instance
  }
  return {
    adapter,
    silenceMs: () => performance.now() - lastReadAt,
    async close() {
      if (client.isReady) await client.close()
      else client.destroy()
    },
  }
}

/** Throws after the publish timeout; the adapter then delivers to local clients only. */
async function withTimeout<Result>(work: Promise<Result>): Promise<Result> {
  const timeout = new AbortController()
  try {
    return await Promise.race([
      work,
      sleep(PUBLISH_TIMEOUT_MS, undefined, { signal: timeout.signal }).then(() =>
        Promise.reject(new Error('Redis does not answer')),
      ),
    ])
  } finally {
    timeout.abort()
  }
}
