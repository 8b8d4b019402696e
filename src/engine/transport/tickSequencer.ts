import type { LiveValue } from '../language/plugin.ts'

export type Origin = 'snapshot' | 'tick'

export interface TickSequencer {
  /** A snapshot of these has been requested: their ticks are queued until it arrives. `afterReconnect`: on a new connection. */
  awaitSnapshot(keys: readonly string[], afterReconnect: boolean): void
  tick(value: LiveValue): void
  /** `afterReconnect`: the server may have restarted since, so its number is accepted even when it is lower. */
  snapshot(values: readonly LiveValue[], afterReconnect: boolean): void
  forget(keys: readonly string[]): void
}

/** Maximum of queued ticks during a snapshot request; beyond it the snapshot is requested again. */
const BUFFER_LIMIT = 256

interface KeyState {
  last: LiveValue | null
  /** Ticks received since a snapshot was requested; null when none is pending. */
  buffer: LiveValue[] | null
}

/** The server restarted its count: an older number at a later time. */
const restarted = (last: LiveValue, value: LiveValue): boolean => value.seq <= last.seq && value.time > last.time

/**
 * Applies, per key, a snapshot and then each subsequent number: no duplicates, no gaps.
 * `requestSnapshot` is called when a number is missing: the reply is a new snapshot.
 */
export function createTickSequencer(ports: {
  apply(values: LiveValue[], origin: Origin): void
  requestSnapshot(key: string): void
  keyOf(value: LiveValue): string
  /** The value of a key after an update; by default the update itself. */
  merge?(key: string, value: LiveValue, update: LiveValue): LiveValue
}): TickSequencer {
  const { keyOf } = ports
  const merge = ports.merge ?? ((_key, _value, update: LiveValue) => update)
  const states = new Map<string, KeyState>()

  function onGap(key: string, state: KeyState, value: LiveValue): void {
    state.buffer = [value]
    ports.requestSnapshot(key)
  }

  return {
    awaitSnapshot(keys, afterReconnect) {
      for (const key of keys) {
        const state = states.get(key)
        if (!state) states.set(key, { last: null, buffer: [] })
        else if (afterReconnect) state.buffer = []
        else state.buffer ??= []
      }
    },

    tick(value) {
      const key = keyOf(value)
      const state = states.get(key)
      if (!state) return
      const { last, buffer } = state
      if (buffer) {
        if (buffer.length >= BUFFER_LIMIT) onGap(key, state, value)
        else buffer.push(value)
      } else if (!last || value.seq > last.seq + 1 || restarted(last, value)) {
        onGap(key, state, value)
      } else if (value.seq === last.seq + 1) {
        state.last = merge(key, last, value)
        ports.apply([state.last], 'tick')
      }
    },

    snapshot(values, afterReconnect) {
      const base: LiveValue[] = []
      const after: LiveValue[] = []
      const missing: [string, KeyState, LiveValue][] = []
      for (const value of values) {
        const state = states.get(keyOf(value))
        if (!state) continue
        const { last } = state
        const buffered = state.buffer ?? []
        state.buffer = null
        if (!last || value.seq > last.seq || restarted(last, value) || (afterReconnect && value.seq < last.seq)) {
          state.last = value
          base.push(value)
        }
        for (const tick of buffered) {
          const seq: number = state.last?.seq ?? 0
          if (state.last && tick.seq === seq + 1) {
            state.last = merge(keyOf(value), state.last, tick)
            after.push(state.last)
          } else if (tick.seq > seq + 1) {
            missing.push([keyOf(value), state, tick])
            break
          }
        }
      }
      if (base.length > 0) ports.apply(base, 'snapshot')
      if (after.length > 0) ports.apply(after, 'tick')
      for (const [key, state, tick] of missing) onGap(key, state, tick)
    },

    forget(keys) {
      for (const key of keys) states.delete(key)
    },
  }
}
