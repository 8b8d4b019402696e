import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createClock } from './clock.ts'
import { createManualClock } from '../../../tests/support/server/manualClock.ts'

const START = 1_795_000_000_500

describe('the manual clock', () => {
  it('advances only by the given time', async () => {
    const clock = createManualClock(START)
    await sleep(5)
    expect([clock.nowMs(), clock.now()]).toEqual([START, 1_795_000_000])
    await clock.advance(0.5)
    expect([clock.nowMs(), clock.now()]).toEqual([START + 500, 1_795_000_001])
    for (const wrong of [-1, Number.NaN, Number.POSITIVE_INFINITY])
      await expect(clock.advance(wrong)).rejects.toThrow(RangeError)
  })

  it('runs due jobs once, in order, and waits for them', async () => {
    const clock = createManualClock(START)
    const ran: string[] = []
    clock.every(1000, async () => {
      await sleep(5)
      ran.push(`slow ${clock.now()}`)
    })
    const stop = clock.every(2000, () => void ran.push('quick'))
    await clock.advance(1)
    expect(ran).toEqual(['slow 1795000001'])
    await clock.advance(3600)
    expect(ran).toEqual(['slow 1795000001', 'slow 1795003601', 'quick'])
    stop()
    await clock.advance(2)
    expect(ran).toHaveLength(4)
  })

  it('continues after a failed job', async () => {
    const clock = createManualClock(START)
    const said = vi.fn()
    vi.mocked(console.error).mockImplementation(said)
    const ran = vi.fn()
    clock.every(1000, () => Promise.reject(new Error('no')))
    clock.every(1000, ran)
    await clock.advance(1)
    await clock.advance(1)
    expect(ran).toHaveBeenCalledTimes(2)
    expect(said).toHaveBeenCalledTimes(2)
  })
})

describe('the real clock', () => {
  beforeEach(() => void vi.useFakeTimers({ now: START }))
  afterEach(() => void vi.useRealTimers())

  it('waits in an advance for the run that a timer has begun meanwhile', async () => {
    const clock = createClock()
    const events: string[] = []
    const open: (() => void)[] = []
    for (const name of ['first', 'second'])
      clock.every(1000, async () => {
        await new Promise<void>((resolve) => open.push(resolve))
        events.push(name)
      })
    const advanced = clock.advance(3600).then(() => events.push('advanced'))
    await vi.advanceTimersByTimeAsync(1000)
    expect(open).toHaveLength(2)
    for (const end of open) {
      end()
      await vi.advanceTimersByTimeAsync(0)
    }
    await advanced
    expect(events).toEqual(['first', 'second', 'advanced'])
  })

  it('runs in real time from any start, and never goes back', async () => {
    const [real, other] = [createClock(), createClock(1_000_000)]
    await vi.advanceTimersByTimeAsync(1500)
    expect([real.nowMs(), other.nowMs()]).toEqual([START + 1500, 1_001_500])
    expect(real.aheadMs()).toBe(0)
    vi.setSystemTime(START - 3_600_000)
    expect(real.nowMs()).toBe(START + 1500)
    await vi.advanceTimersByTimeAsync(2000)
    expect([real.nowMs(), real.aheadMs()]).toEqual([START + 3500, 3_601_500])
    vi.setSystemTime(START + 7_200_000)
    expect([real.nowMs(), real.aheadMs()]).toEqual([START + 7_200_000, 0])
  })

  it('reports a step of the machine forward for a minute, but no advance and no time that passes', async () => {
    const clock = createClock()
    clock.nowMs()
    await vi.advanceTimersByTimeAsync(5_000)
    await clock.advance(86_400)
    expect(clock.stepMs()).toBe(0)
    vi.setSystemTime(Date.now() + 3_600_000)
    expect(clock.stepMs()).toBe(3_600_000)
    expect(clock.aheadMs()).toBe(0)
    await vi.advanceTimersByTimeAsync(59_000)
    expect(clock.stepMs()).toBe(3_600_000)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(clock.stepMs()).toBe(0)
  })

  it('runs jobs as time passes and at once after a jump, never concurrently', async () => {
    const clock = createClock()
    const seen: number[] = []
    let running = 0
    const stop = clock.every(1000, async () => {
      running++
      expect(running).toBe(1)
      seen.push(clock.nowMs() - START)
      await new Promise((resolve) => setTimeout(resolve, 1500))
      running--
    })
    await vi.advanceTimersByTimeAsync(3000)
    expect(seen).toEqual([1000, 3000])
    const jump = clock.advance(86_400)
    await vi.advanceTimersByTimeAsync(1500)
    expect(seen).toEqual([1000, 3000, 86_404_500])
    await vi.advanceTimersByTimeAsync(1500)
    await jump
    stop()
    await vi.advanceTimersByTimeAsync(5000)
    expect(seen).toHaveLength(3)
  })
})
