import { describe, expect, it } from 'vitest'
import { asPercent, asPrice } from '../../engine/language/values/decimal.ts'
import { isWithinTolerance, isWithinSlippage, worstPrice } from './slippage.ts'

const hundred = asPrice('100')

describe('the expected price', () => {
  it.each([
    ['1001', true],
    ['999.01', true],
    ['1001.01', false],
    ['999', false],
    ['1000', true],
    ['-1000', false],
  ])('of %s is near 1000 within 0.1 %%: %s', (seen, accepted) => {
    expect(isWithinTolerance(asPrice(seen), asPrice('1000'), asPercent('0.1'), 2)).toBe(accepted)
  })

  it('must be equal where no difference is allowed', () => {
    const [padded, above] = [asPrice('100.00'), asPrice('100.01')]
    const none = asPercent('0')
    expect([
      isWithinTolerance(hundred, padded, none, 2),
      isWithinTolerance(above, hundred, none, 2),
      isWithinSlippage('buy', hundred, padded, none, 2),
      isWithinSlippage('buy', hundred, above, none, 2),
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
    expect(isWithinSlippage(side, hundred, asPrice(current), asPercent('0.1'), 2)).toBe(accepted)
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
    const percent = asPercent('0.3')
    const worst = worstPrice(side, expected, percent, 2)
    const beyond = asPrice((Number(worst) + step / 100).toFixed(2))
    expect([
      isWithinSlippage(side, expected, worst, percent, 2),
      isWithinSlippage(side, expected, beyond, percent, 2),
    ]).toEqual([true, false])
  })
})
