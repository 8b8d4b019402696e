import { array, assert, asyncProperty, integer, nat, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inWords, paceOf, runAll, secondsLeft, withNeeds, type Part } from './schedule.mjs'

/** Runs parts whose work ends in the order of `ends`; returns the parts in the order of their starts, and the greatest load. */
async function trace(parts: readonly Part[], capacity: number): Promise<{ order: string[]; busiest: number }> {
  const order: string[] = []
  const running = new Set<Part>()
  let busiest = 0
  await runAll(parts, capacity, async (part) => {
    for (const need of part.needs ?? []) {
      expect(order, `${part.name} needs ${need}`).toContain(need)
      expect([...running].map(({ name }) => name)).not.toContain(need)
    }
    order.push(part.name)
    running.add(part)
    busiest = Math.max(busiest, running.size > 1 ? [...running].reduce((sum, { load }) => sum + load, 0) : 0)
    await Promise.resolve()
    running.delete(part)
  })
  return { order, busiest }
}

/** Parts that need only earlier ones. */
const anyParts = array(record({ load: integer({ min: 1, max: 4 }), need: nat() }), { minLength: 1, maxLength: 12 }).map(
  (list) =>
    list.map(({ load, need }, index): Part => {
      const part = { name: `part ${index}`, load }
      return index > 0 && need % 3 === 0 ? { ...part, needs: [`part ${need % index}`] } : part
    }),
)

describe('the schedule of the gate', () => {
  it('runs every part once, after what it needs, within the capacity', async () => {
    await assert(
      asyncProperty(anyParts, integer({ min: 1, max: 6 }), async (parts, capacity) => {
        const { order, busiest } = await trace(parts, capacity)
        expect(order.toSorted()).toEqual(parts.map(({ name }) => name).toSorted())
        expect(busiest).toBeLessThanOrEqual(capacity)
      }),
    )
  })

  it('starts a light part beside a heavy one that leaves room for it', async () => {
    const parts = [
      { name: 'unit', load: 2 },
      { name: 'browser', load: 2 },
      { name: 'types', load: 1 },
    ]
    expect((await trace(parts, 3)).order).toEqual(['unit', 'types', 'browser'])
  })

  it('rejects if a part cannot be run', async () => {
    const run = () => Promise.reject(new Error('no such program'))
    await expect(runAll([{ name: 'types', load: 1 }], 2, run)).rejects.toThrow('no such program')
  })

  it('estimates the time left from the parts that run and those that wait', () => {
    const unit = { name: 'unit', load: 2, seconds: 100 }
    const browser = { name: 'browser', load: 2, seconds: 200, needs: ['build'] }
    const build = { name: 'build', load: 1, seconds: 5 }
    expect(secondsLeft([browser], [unit, build], 3)).toBe(300)
    expect(secondsLeft([browser], [unit, build], 4)).toBe(205)
    expect(secondsLeft([], [], 2)).toBe(0)
    expect(secondsLeft([], [{ ...unit, seconds: -20 }], 2)).toBe(0)
  })

  it('knows from the parts so far how slow the machine is', () => {
    expect(paceOf([])).toBe(1)
    const types = { hasEnded: true, seconds: 40, usual: 20 }
    expect(paceOf([types])).toBe(2)
    // A part that still runs says nothing before its usual time is over.
    expect(paceOf([types, { hasEnded: false, seconds: 30, usual: 300 }])).toBe(2)
    expect(paceOf([types, { hasEnded: false, seconds: 60, usual: 20 }])).toBe(2.5)
    expect(paceOf([{ hasEnded: true, seconds: 0, usual: 0 }])).toBe(1)
  })

  it('adds what the chosen parts need, once and before them', () => {
    const build = { name: 'build', load: 1 }
    const browser = { name: 'browser', load: 2, needs: ['build'] }
    const types = { name: 'types', load: 1 }
    const all = [build, browser, types]
    expect(withNeeds(all, [browser, types])).toEqual([build, browser, types])
    expect(withNeeds(all, [build, browser])).toEqual([build, browser])
    expect(withNeeds(all, [types])).toEqual([types])
  })

  it('writes durations in seconds, and long ones in minutes', () => {
    expect([0.2, 40, 89, 90, 400].map(inWords)).toEqual(['1 s', '40 s', '89 s', '2 min', '7 min'])
  })
})
