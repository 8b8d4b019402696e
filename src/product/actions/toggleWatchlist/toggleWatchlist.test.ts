import { expect, test } from 'vitest'
import { recorder } from '../../../../tests/support/actionRecorder.ts'
import action from './toggleWatchlist.ts'

test.each([
  [[], ['BTCUSDT']],
  [['ETHUSDT', 'BTCUSDT'], ['ETHUSDT']],
  [['ETHUSDT'], ['ETHUSDT', 'BTCUSDT']],
])('of %j makes %j', (before, after) => {
  const { context, log } = recorder()
  expect(action.run({ symbol: 'BTCUSDT' }, { ...context, preference: () => before })).toEqual({})
  expect(log).toEqual([['setPreference', 'watchlist', after]])
})
