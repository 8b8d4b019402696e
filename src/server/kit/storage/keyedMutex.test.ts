import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { withKeyedMutex } from './keyedMutex.ts'

const database = {}

it('serializes callers of one key in FIFO order, also after failures', async () => {
  const order: number[] = []
  let inside = 0
  const outcomes = await Promise.allSettled(
    [5, 0, 3, 1].map((ms, at) =>
      withKeyedMutex(database, ['same'], async () => {
        inside += 1
        expect(inside).toBe(1)
        await sleep(ms)
        inside -= 1
        order.push(at)
        if (at === 1) throw new Error('no')
        return at
      }),
    ),
  )
  expect(order).toEqual([0, 1, 2, 3])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
})

it('does not serialize other keys or databases', async () => {
  const order: string[] = []
  const lockFor = (of: object, name: string, ms: number) =>
    withKeyedMutex(of, [name], async () => void (await sleep(ms), order.push(name)))
  await Promise.all([lockFor(database, 'slow', 40), lockFor(database, 'quick', 0), lockFor({}, 'slow', 0)])
  expect(order).toEqual(['quick', 'slow', 'slow'])
})

it('does not deadlock on several keys in any order', async () => {
  const names = ['a', 'b', 'c']
  const done = await Promise.all(
    Array.from({ length: 60 }, (_, at) =>
      withKeyedMutex(
        database,
        at % 2 === 0 ? names : names.toReversed().slice(at % 3),
        async () => (await sleep(0), at),
      ),
    ),
  )
  expect(done).toHaveLength(60)
})
