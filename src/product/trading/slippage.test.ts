import { describe, expect, it } from 'vitest'
import { asPercent, asPrice } from '../../core/decimal.ts'
import { isWithinTolerance, isWithinSlippage, toleranceOf, worstPrice } from './slippage.ts'

const hundred = asPrice('100')

describe('the expected price', () => {
  it.each([
    ['100.1', true],
    ['99.9', true],
    ['100.11', false],
    ['99.89', false],
    ['100', true],
    ['-100', false],
  ])('of %s is near 100 within 0.1 %%: %s', (expected, accepted) => {
    expect(isWithinTolerance(asPrice(expected), hundred, toleranceOf(hundred, asPercent('0.1')))).toBe(accepted)
  })

  it('must be equal where no difference is allowed', () => {
    const [padded, above] = [asPrice('100.00'), asPrice('100.01')]
    const tolerance = toleranceOf(padded, asPercent('0'))
    expect([
      isWithinTolerance(hundred, padded, tolerance),
      isWithinTolerance(above, hundred, tolerance),
      isWithinSlippage('buy', hundred, padded, tolerance),
      isWithinSlippage('buy', hundred, above, tolerance),
    ]).toEqual([true, false, true, false])
  })

  it.each([
    ['buy', '100.1', true],
    ['buy', '100.11', false],
    ['buy', '1', true],
    ['sell', '99.9', true],
    ['sell', '99.89', false],
    ['sell', '900', true],
  ] as const)('of 100 permits to %s at %s, which may only be better: %s', (side, current, accepted) => {
    expect(isWithinSlippage(side, hundred, asPrice(current), asPrice('0.1'))).toBe(accepted)
  })

  it('tolerates a worse price by exactly this percentage', () => {
    const half = asPercent('0.5')
    expect([
      worstPrice('buy', hundred, half, 2),
      worstPrice('sell', hundred, half, 2),
      worstPrice('buy', asPrice('0.33'), half, 2),
    ]).toEqual(['100.5', '99.5', '0.33'])
  })

  it.each(['buy', 'sell'] as const)('returns, for an order to %s, the last price at which it is executed', (side) => {
    const [expected, step] = [asPrice('95840.25'), side === 'buy' ? 1 : -1] as const
    const worst = worstPrice(side, expected, asPercent('0.3'), 2)
    const tolerance = toleranceOf(expected, asPercent('0.3'), 2)
    expect([
      isWithinSlippage(side, expected, worst, tolerance),
      isWithinSlippage(side, expected, asPrice((Number(worst) + step / 100).toFixed(2)), tolerance),
    ]).toEqual([true, false])
  })
})
