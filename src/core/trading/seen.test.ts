import { describe, expect, it } from 'vitest'
import { asPercent, asPrice } from '../decimal.ts'
import { isNear, isNoWorse, toleranceOf, worstPrice } from './slippage.ts'

const hundred = asPrice('100')

describe('the price that was seen', () => {
  it.each([
    ['100.1', true],
    ['99.9', true],
    ['100.11', false],
    ['99.89', false],
    ['100', true],
    ['-100', false],
  ])('of %s is near 100 within 0.1 %%: %s', (seen, near) => {
    expect(isNear(asPrice(seen), hundred, toleranceOf(hundred, asPercent('0.1')))).toBe(near)
  })

  it('must be equal where no difference is allowed', () => {
    const [padded, above] = [asPrice('100.00'), asPrice('100.01')]
    const slack = toleranceOf(padded, asPercent('0'))
    expect([isNear(hundred, padded, slack), isNear(above, hundred, slack), isNoWorse('buy', hundred, padded, slack), isNoWorse('buy', hundred, above, slack)]).toEqual([true, false, true, false])
  })

  it.each([
    ['buy', '100.1', true],
    ['buy', '100.11', false],
    ['buy', '1', true],
    ['sell', '99.9', true],
    ['sell', '99.89', false],
    ['sell', '900', true],
  ] as const)('of 100 permits to %s at %s, which may only be better: %s', (side, now, still) => {
    expect(isNoWorse(side, hundred, asPrice(now), asPrice('0.1'))).toBe(still)
  })

  it('tolerates a worse price by exactly this percentage', () => {
    const half = asPercent('0.5')
    expect([worstPrice('buy', hundred, half, 2), worstPrice('sell', hundred, half, 2), worstPrice('buy', asPrice('0.33'), half, 2)]).toEqual(['100.5', '99.5', '0.33'])
  })

  it.each(['buy', 'sell'] as const)('returns, for an order to %s, the last price at which it is executed', (side) => {
    const [seen, step] = [asPrice('95840.25'), side === 'buy' ? 1 : -1] as const
    const worst = worstPrice(side, seen, asPercent('0.3'), 2)
    const slack = toleranceOf(seen, asPercent('0.3'), 2)
    expect([isNoWorse(side, seen, worst, slack), isNoWorse(side, seen, asPrice((Number(worst) + step / 100).toFixed(2)), slack)]).toEqual([true, false])
  })
})
