import { describe, expect, it } from 'vitest'
import { isNear, isNoWorse, slackOf, worstPrice } from './seen.ts'

describe('the price that was seen', () => {
  it.each([
    ['100.1', true],
    ['99.9', true],
    ['100.11', false],
    ['99.89', false],
    ['100', true],
    ['-100', false],
  ])('of %s is near 100 within 0.1 %%: %s', (seen, near) => {
    expect(isNear(seen, '100', slackOf('100', '0.1'))).toBe(near)
  })

  it('has to be the very one where nothing may differ', () => {
    const slack = slackOf('100.00', '0')
    expect([isNear('100', '100.00', slack), isNear('100.01', '100', slack), isNoWorse('buy', '100', '100.00', slack), isNoWorse('buy', '100', '100.01', slack)]).toEqual([true, false, true, false])
  })

  it.each([
    ['buy', '100.1', true],
    ['buy', '100.11', false],
    ['buy', '1', true],
    ['sell', '99.9', true],
    ['sell', '99.89', false],
    ['sell', '900', true],
  ] as const)('of 100 lets somebody %s at %s, which may only be better: %s', (side, now, still) => {
    expect(isNoWorse(side, '100', now, '0.1')).toBe(still)
  })

  it('tolerates a worse price by so much per cent, and no digit more', () => {
    expect([worstPrice('buy', '100', '0.5', 2), worstPrice('sell', '100', '0.5', 2), worstPrice('buy', '0.33', '0.5', 2)]).toEqual(['100.5', '99.5', '0.33'])
  })

  it.each(['buy', 'sell'] as const)('tells whoever wants to %s the last price at which it is dealt', (side) => {
    const [seen, step] = ['95840.25', side === 'buy' ? 1 : -1]
    const worst = worstPrice(side, seen, '0.3', 2)
    const slack = slackOf(seen, '0.3', 2)
    expect([isNoWorse(side, seen, worst, slack), isNoWorse(side, seen, (Number(worst) + step / 100).toFixed(2), slack)]).toEqual([true, false])
  })
})
