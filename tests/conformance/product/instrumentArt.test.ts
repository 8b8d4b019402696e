import { expect, test } from 'vitest'
import { coins, metals } from '../../../src/product/widgets/InstrumentIcon/art.ts'
import { flags } from '../../../src/product/widgets/InstrumentIcon/flags.ts'
import { pairOf } from '../../../src/product/widgets/InstrumentIcon/pair.ts'
import { LISTINGS } from '../../../src/server/modules/trading/market/instruments.ts'

test('there are listings of each class', () => {
  expect(new Set(LISTINGS.map((listing) => listing.class))).toEqual(new Set(['forex', 'metal', 'crypto']))
})

test.each(LISTINGS.map(({ symbol, base, quote, class: kind }) => ({ symbol, base, quote, kind })))(
  '$symbol has art of its own',
  ({ symbol, base, quote, kind }) => {
    expect(pairOf(symbol, base, quote).kind).toBe(kind)
    if (kind === 'crypto') expect(Object.keys(coins)).toContain(base)
    else if (kind === 'metal') expect(Object.keys(metals)).toContain(base)
    else expect(Object.keys(flags)).toEqual(expect.arrayContaining([base, quote]))
  },
)
