import { checkData } from '../../engine/transport/reply.ts'
import type { CallDef } from '../../engine/language/expressions/program.ts'
import { isObject } from '../../engine/language/values/json.ts'
import { nowSeconds } from '../../engine/language/values/time.ts'
import type { ReplyCache, StoredReply } from '../../engine/state/data/queryStore.ts'
import type { DeviceStorage } from '../../engine/state/client/storage.ts'

const PREFIX = 'seen.'
/** Begins the keys of replies of a user, after `PREFIX`. */
const OWN = '@'
/** Rarely, since storage blocks the page; a page that is hidden or left stores at once. */
const FLUSH_MS = 60_000
/** Characters of one reply, and of all. */
const REPLY_LIMIT = 200_000
const TOTAL_LIMIT = 1_500_000
const MAX_AGE_SECONDS = 30 * 86_400

export interface ReplyCachePorts {
  storage: DeviceStorage
  /** The definition of a call; undefined for one that the catalogue lacks. */
  definition(call: string): CallDef | undefined
  lang(): string
  /** Reads of a user whose replies are kept too. */
  keptCalls: readonly string[]
  /** Id of the user of the session; null without one. */
  owner(): string | null
}

/**
 * Keeps the last replies of calls that need no login on the device, and of the user's calls that the product names: without a network the app
 * shows them, with their age. Other replies of a user are not stored. `forgetOwn` removes those of users, `close` stops the cache.
 */
export function createReplyCache({
  storage,
  definition,
  lang,
  keptCalls,
  owner,
}: ReplyCachePorts): ReplyCache & { forgetOwn(): void; close(): void } {
  const pending = new Map<string, StoredReply>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const keptCall = (call: string): CallDef | null => {
    const def = definition(call)
    if (def?.effect !== 'read') return null
    return !def.auth || (keptCalls.includes(call) && owner() !== null) ? def : null
  }
  const keyOf = ({ auth }: CallDef, call: string, payload: unknown): string =>
    `${PREFIX}${auth ? `${OWN}${owner()} ` : ''}${call} ${lang()} ${JSON.stringify(payload)}`

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    for (const [key, reply] of pending) {
      const text = JSON.stringify(reply)
      storage.writeText(key, text.length > REPLY_LIMIT ? null : text)
    }
    if (pending.size > 0) removeOldest(storage)
    pending.clear()
  }
  const flushHidden = () => void (document.visibilityState === 'hidden' && flush())
  window.addEventListener('pagehide', flush)
  document.addEventListener('visibilitychange', flushHidden)

  return {
    write({ call, payload }, value, updatedAt) {
      const def = keptCall(call)
      if (!def) return
      pending.set(keyOf(def, call, payload), { updatedAt, value })
      timer ??= setTimeout(flush, FLUSH_MS)
    },
    read({ call, payload }) {
      const def = keptCall(call)
      if (!def) return null
      const key = keyOf(def, call, payload)
      const reply = pending.get(key) ?? storage.readJson(key, isStoredReply)
      // The contract may have changed since.
      if (!reply || reply.updatedAt < nowSeconds() - MAX_AGE_SECONDS || checkData(def.data, reply.value) !== null)
        return null
      return reply
    },
    forgetOwn() {
      const own = PREFIX + OWN
      for (const key of pending.keys()) if (key.startsWith(own)) pending.delete(key)
      for (const key of storage.storedKeys(own)) storage.writeText(key, null)
    },
    close() {
      flush()
      window.removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flushHidden)
    },
  }
}

const isStoredReply = (reply: unknown): reply is StoredReply =>
  isObject(reply) && typeof reply.updatedAt === 'number' && 'value' in reply

function removeOldest(storage: DeviceStorage): void {
  const replies = storage.storedKeys(PREFIX).map((key) => {
    const text = storage.readText(key) ?? ''
    return { key, size: key.length + text.length, updatedAt: Number(/^\{"updatedAt":(\d+)/.exec(text)?.[1] ?? 0) }
  })
  let total = 0
  for (const { key, size } of replies.toSorted((a, b) => b.updatedAt - a.updatedAt)) {
    total += size
    if (total > TOTAL_LIMIT) storage.writeText(key, null)
  }
}
