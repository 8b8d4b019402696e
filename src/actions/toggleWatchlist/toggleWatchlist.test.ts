import { expect, test } from 'vitest'
import { recorder } from '../recorder.ts'
import action from './toggleWatchlist.ts'

test('hands the symbol to the watchlist', () => {
  const { context, log } = recorder()
  expect(action.run({ symbol: 'BTCUSDT' }, context)).toEqual({})
  expect(log).toEqual([['toggleWatchlist', 'BTCUSDT']])
})
