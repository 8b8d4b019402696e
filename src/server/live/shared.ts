import { createAdapter } from '@socket.io/redis-streams-adapter'
import { createClient } from 'redis'

/** How the processes of one service tell each other's connections: through a stream of Redis. */
export interface Shared {
  adapter: ReturnType<typeof createAdapter>
  close(): Promise<void>
}

/** A stream is read again from where it was left, so that no tick is lost while Redis cannot be reached for a moment. */
export async function connectShared(address: string): Promise<Shared> {
  const client = createClient({ url: address })
  // It connects again by itself.
  client.on('error', () => undefined)
  await client.connect()
  return {
    adapter: createAdapter(client, { streamName: 'placard-live', maxLen: 10_000 }),
    close: () => client.close(),
  }
}
