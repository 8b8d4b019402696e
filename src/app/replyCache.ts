import { checkData } from '../transport/reply.ts'
import type { CallDef } from '../core/program.ts'
import { isObject } from '../core/json.ts'
import { nowSeconds } from '../core/time.ts'
import type { ReplyCache, StoredReply } from '../state/queryStore.ts'
import { readJson, readText, storedKeys, writeText } from '../state/storage.ts'

const PREFIX = 'seen.'
/** Rarely, since storage blocks the page; a page that is hidden or left stores at once. */
const FLUSH_MS = 60_000
/** Characters of one reply, and of all. */
const REPLY_LIMIT = 200_000
const TOTAL_LIMIT = 1_500_000
const MAX_AGE_SECONDS = 30 * 86_400

export interface ReplyCachePorts {
  /** The definition of a call; undefined for one that the catalogue lacks. */
  definition(call: string): CallDef | undefined
  lang(): string
}

/**
 * Keeps the last replies of calls that need no login on the device: without a network the app shows them, with their age.
 * Replies of a user are not stored. `close` stops it.
 */
export function createReplyCache({ definition, lang }: ReplyCachePorts): ReplyCache & { close(): void } {
  const pending = new Map<string, StoredReply>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const publicCall = (call: string): CallDef | null => {
    const def = definition(call)
    return def && !def.auth && def.effect === 'read' ? def : null
  }
  const keyOf = (call: string, payload: unknown): string => `${PREFIX}${call} ${lang()} ${JSON.stringify(payload)}`

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    for (const [key, reply] of pending) {
      const text = JSON.stringify(reply)
      writeText(key, text.length > REPLY_LIMIT ? null : text)
    }
    if (pending.size > 0) removeOldest()
    pending.clear()
  }
  const flushHidden = () => void (document.visibilityState === 'hidden' && flush())
  window.addEventListener('pagehide', flush)
  document.addEventListener('visibilitychange', flushHidden)

  return {
    write({ call, payload }, value, updatedAt) {
      if (!publicCall(call)) return
      pending.set(keyOf(call, payload), { updatedAt, value })
      timer ??= setTimeout(flush, FLUSH_MS)
    },
    read({ call, payload }) {
      const def = publicCall(call)
      if (!def) return null
      const key = keyOf(call, payload)
      const reply = pending.get(key) ?? readJson(key, isStoredReply)
      // The contract may have changed since.
      if (!reply || reply.updatedAt < nowSeconds() - MAX_AGE_SECONDS || checkData(def.data, reply.value) !== null)
        return null
      return reply
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

function removeOldest(): void {
  const replies = storedKeys(PREFIX).map((key) => {
    const text = readText(key) ?? ''
    return { key, size: key.length + text.length, updatedAt: Number(/^\{"updatedAt":(\d+)/.exec(text)?.[1] ?? 0) }
  })
  let total = 0
  for (const { key, size } of replies.toSorted((a, b) => b.updatedAt - a.updatedAt)) {
    total += size
    if (total > TOTAL_LIMIT) writeText(key, null)
  }
}
