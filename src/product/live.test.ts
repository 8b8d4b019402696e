import { describe, expect, it } from 'vitest'
import { live } from './live.ts'

const good = {
  symbol: 'EURUSD',
  last: '1.0842',
  bid: '1.0841',
  ask: '1.0843',
  open: '1.08',
  high: '1.09',
  low: '1.07',
  change: '-0.0010',
  changePercent: '-0.09',
  volume: '120',
  time: 1_700_000_000,
  seq: 7,
}

describe('a tick', () => {
  it('is a quote', () => expect(live.isValue(good)).toBe(true))

  it('may have fields of a later contract', () => {
    const later = { ...good, spread: '0.0002' }
    expect(live.isValue(later)).toBe(true)
  })

  const odd: unknown[] = [
    undefined,
    null,
    true,
    1.5,
    '',
    'x',
    '1e5',
    '+1',
    '1.',
    '.5',
    ' 1',
    '١',
    'NaN',
    [],
    {},
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ]
  it.each(Object.keys(good))('with a wrong %s is refused', (name) => {
    for (const value of odd) expect(live.isValue({ ...good, [name]: value }), `${name}: ${String(value)}`).toBe(false)
    const { [name as keyof typeof good]: _left, ...without } = good
    expect(live.isValue(without)).toBe(false)
  })

  it.each([null, undefined, 1, 'x', [], {}, { quotes: [good] }, Object.create(good) as unknown])(
    '%j is refused',
    (value) => {
      expect(live.isValue(value)).toBe(false)
    },
  )
})
