import { describe, expect, it } from 'vitest'
import { quote } from '../../../tests/prove/kit/quotes.ts'
import type { Quote } from '../../generated/entities.ts'
import { keyOf } from '../../product/liveValues.ts'
import { createTickSequencer } from './tickSequencer.ts'

function start() {
  const applied: string[] = []
  const requested: string[] = []
  const sequence = createTickSequencer({
    keyOf,
    apply: (values, origin) => applied.push(...values.map((value) => `${origin} ${keyOf(value)} ${value.seq}`)),
    requestSnapshot: (symbol) => requested.push(symbol),
  })
  sequence.awaitSnapshot(['A'], true)
  return { sequence, applied, requested }
}

describe('sequence', () => {
  it('applies a snapshot and then each subsequent number', () => {
    const { sequence, applied, requested } = start()
    sequence.snapshot([quote('A', 5)], true)
    sequence.tick(quote('A', 6))
    sequence.tick(quote('A', 7))
    expect(applied).toEqual(['snapshot A 5', 'tick A 6', 'tick A 7'])
    expect(requested).toEqual([])
  })

  it('queues ticks until the snapshot arrives', () => {
    const { sequence, applied } = start()
    for (const seq of [5, 6, 7]) sequence.tick(quote('A', seq))
    expect(applied).toEqual([])
    sequence.snapshot([quote('A', 5)], true)
    expect(applied).toEqual(['snapshot A 5', 'tick A 6', 'tick A 7'])
  })

  it('drops duplicates and old ticks', () => {
    const { sequence, applied, requested } = start()
    sequence.snapshot([quote('A', 5)], true)
    for (const seq of [5, 6, 6, 4, 5, 7]) sequence.tick(quote('A', seq, 100))
    sequence.snapshot([quote('A', 6, 100)], false)
    expect(applied).toEqual(['snapshot A 5', 'tick A 6', 'tick A 7'])
    expect(requested).toEqual([])
  })

  it('requests a snapshot at a gap, once, and continues from it', () => {
    const { sequence, applied, requested } = start()
    sequence.snapshot([quote('A', 5)], true)
    for (const seq of [7, 8, 9]) sequence.tick(quote('A', seq))
    expect(requested).toEqual(['A'])
    sequence.awaitSnapshot(['A'], false)
    sequence.snapshot([quote('A', 8)], false)
    sequence.tick(quote('A', 10))
    expect(applied).toEqual(['snapshot A 5', 'snapshot A 8', 'tick A 9', 'tick A 10'])
  })

  it('requests again when the snapshot leaves a gap', () => {
    const { sequence, applied, requested } = start()
    sequence.snapshot([quote('A', 5)], true)
    sequence.tick(quote('A', 9))
    sequence.snapshot([quote('A', 6)], false)
    expect(requested).toEqual(['A', 'A'])
    sequence.snapshot([quote('A', 9)], false)
    expect(applied).toEqual(['snapshot A 5', 'snapshot A 6', 'snapshot A 9'])
  })

  it('follows a server that restarts its count', () => {
    const { sequence, applied, requested } = start()
    sequence.snapshot([quote('A', 50, 100)], true)
    sequence.tick(quote('A', 2, 101))
    expect(requested).toEqual(['A'])
    sequence.snapshot([quote('A', 2, 101)], false)
    sequence.awaitSnapshot(['A'], true)
    sequence.snapshot([quote('A', 1, 7)], true)
    expect(applied).toEqual(['snapshot A 50', 'snapshot A 2', 'snapshot A 1'])
  })

  it('limits queued ticks, and requests again when they overflow', () => {
    const { sequence, requested } = start()
    for (let seq = 1; seq <= 2000; seq += 1) sequence.tick(quote('A', seq))
    expect(requested.length).toBeGreaterThan(0)
    expect(requested.length).toBeLessThan(10)
  })

  it('ignores symbols without holders', () => {
    const { sequence, applied, requested } = start()
    sequence.tick(quote('B', 1))
    sequence.snapshot([quote('B', 1)], true)
    sequence.snapshot([quote('A', 1)], true)
    sequence.forget(['A'])
    sequence.tick(quote('A', 2))
    expect(applied).toEqual(['snapshot A 1'])
    expect(requested).toEqual([])
  })

  it('reports a batch of symbols in one call', () => {
    const batches: number[] = []
    const sequence = createTickSequencer({
      keyOf,
      apply: (quotes) => batches.push(quotes.length),
      requestSnapshot: () => undefined,
    })
    sequence.awaitSnapshot(['A', 'B', 'C'], true)
    sequence.snapshot(
      ['A', 'B', 'C'].map((symbol) => quote(symbol, 1)),
      true,
    )
    expect(batches).toEqual([3])
  })

  it('merges each update into the value before it, also the queued ones', () => {
    const applied: string[] = []
    const sequence = createTickSequencer({
      keyOf,
      apply: (values) => applied.push(...values.map((value) => (value as Quote).last)),
      requestSnapshot: () => undefined,
      merge: (_key, value, update) =>
        ({ ...update, last: `${(value as Quote).last}+${(update as Quote).last}` }) as Quote,
    })
    const part = (seq: number) => ({ ...quote('A', seq), last: `${seq}` }) as Quote
    sequence.awaitSnapshot(['A'], true)
    sequence.tick(part(6))
    sequence.snapshot([part(5)], true)
    sequence.tick(part(7))
    expect(applied).toEqual(['5', '5+6', '5+6+7'])
  })
})
