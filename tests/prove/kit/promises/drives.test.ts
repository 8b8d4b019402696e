import { describe, expect, it } from 'vitest'
import { DRIVES, UNREAD } from './drives.ts'
import { LABELS, PROMISED } from './labels.ts'

const read = new Set(Object.values(DRIVES).map(({ call }) => call))
const calls = [...PROMISED.keys()]

describe('confirmations that are read', () => {
  it('has money calls', () => {
    expect(calls.length).toBeGreaterThan(20)
    expect(LABELS.size).toBeGreaterThan(20)
  })

  it.each(calls)('has a drive for %s, or a reason for having none', (call) => {
    expect(read.has(call)).toBe(!(call in UNREAD))
  })

  it.each(Object.keys(UNREAD))('gives reasons only for money calls: %s', (call) => {
    expect(calls).toContain(call)
  })

  it.each([...LABELS.keys()].filter((call) => !(call in UNREAD)))(
    'has a label for each promised figure of %s',
    (call) => {
      const drives = Object.values(DRIVES).filter((drive) => drive.call === call)
      for (const { figure } of PROMISED.get(call) ?? [])
        expect(
          LABELS.get(call)?.get(figure) ?? drives.flatMap(({ labels }) => labels?.[figure] ?? []),
          figure,
        ).not.toEqual([])
    },
  )
})
