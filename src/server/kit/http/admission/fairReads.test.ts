import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createReadBudget, createReadTurns, readerOf } from './fairReads.ts'

describe('the budget of reads', () => {
  const budget = (perSecond = 6) => {
    const clock = { ms: 0 }
    return { clock, ...createReadBudget(perSecond, () => clock.ms) }
  }
  const times = (most: number, take: () => boolean): number => {
    let taken = 0
    while (taken < most && take()) taken += 1
    return taken
  }

  it('is ten seconds of it at once, then refilled', () => {
    const { clock, take } = budget()
    const reader = { address: 'a', token: 't' }
    expect(times(1_000, () => take(reader, 1))).toBe(60)
    clock.ms += 1_000
    expect(times(1_000, () => take(reader, 1))).toBe(6)
  })

  it('is of each session, and of ten for an address', () => {
    const { take } = budget()
    const sessions = Array.from({ length: 20 }, (_, at) =>
      times(1_000, () => take({ address: 'a', token: `${at}` }, 1)),
    )
    expect(sessions.slice(0, 9)).toEqual(Array.from({ length: 9 }, () => 60))
    expect(sessions.reduce((sum, session) => sum + session, 0)).toBe(600)
    expect(take({ address: 'b', token: 'x' }, 1)).toBe(true)
  })

  it('counts costs', () => {
    const { take } = budget()
    expect(times(1_000, () => take({ address: 'a', token: 't' }, 20))).toBe(3)
  })

  it('has few buckets for the tokens that one address makes up', () => {
    const { take, size } = budget()
    for (let at = 0; at < 25_000; at++) take({ address: 'a', token: `${at}` }, 1)
    // One of the address, and one of each read that its budget admits.
    expect(size()).toBe(601)
  })

  it('of a session is not spent by what another one is refused', () => {
    const { take } = budget()
    times(1_000, () => take({ address: 'a', token: 'heavy' }, 1))
    for (let at = 0; at < 1_000; at++) take({ address: 'a', token: 'heavy' }, 1)
    expect(times(1_000, () => take({ address: 'a', token: 'light' }, 1))).toBe(60)
  })

  it.each([
    ['a'.repeat(43), 'a'.repeat(43)],
    [undefined, ''],
    ['short', ''],
    ['a'.repeat(65), ''],
    [`Bearer ${'a'.repeat(43)}`, ''],
  ])('of the header %j is that of the token %j', (header, token) => {
    expect(readerOf('a', header)).toEqual({ address: 'a', token })
  })

  it('of 0 is no limit', () => {
    const { take } = budget(0)
    expect(times(10_000, () => take({ address: 'a', token: 't' }, 100))).toBe(10_000)
  })
})

describe('turns', () => {
  it('let few of each address run in a turn of the event loop', async () => {
    const { next } = createReadTurns()
    const done: string[] = []
    const all = [
      ...Array.from({ length: 50 }, () => ({ address: 'heavy', token: 't' })),
      { address: 'light', token: 'u' },
    ].map(async (reader) => {
      await next(reader, 1)
      done.push(reader.address)
    })
    await turn()
    expect(done.slice(0, 6)).toContain('light')
    expect(done.length).toBeLessThan(12)
    await Promise.all(all)
    expect(done).toHaveLength(51)
  })

  it('alternate between the sessions of an address', async () => {
    const { next } = createReadTurns()
    const done: string[] = []
    const read = async (token: string) => {
      await next({ address: 'shared', token }, 1)
      done.push(token)
    }
    const heavy = Array.from({ length: 50 }, () => read('heavy'))
    await read('light')
    expect(done.length).toBeLessThan(12)
    await Promise.all(heavy)
    expect(done).toHaveLength(51)
  })

  it('let a heavy one run alone', async () => {
    const { next } = createReadTurns()
    const done: string[] = []
    const all = ['first', 'second'].map(async (name) => {
      await next({ address: 'a', token: 't' }, 20)
      done.push(name)
    })
    await Promise.resolve()
    expect(done).toEqual(['first'])
    await Promise.all(all)
    expect(done).toEqual(['first', 'second'])
  })

  it('let a single read run at once', async () => {
    const { next } = createReadTurns()
    let ran = false
    void next({ address: 'a', token: '' }, 1).then(() => (ran = true))
    await Promise.resolve()
    await Promise.resolve()
    expect(ran).toBe(true)
  })
})
