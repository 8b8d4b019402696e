import { describe, expect, it } from 'vitest'
import { hasWords } from './words.ts'

const EURUSD = 'EURUSD EUR/USD Euro / US Dollar'

describe('hasWords', () => {
  it.each(['eur usd', 'usd eur', 'eurusd', 'EUR/USD', 'eur-usd', 'dollar', 'ＥＵＲ', '', '  ', '/'])(
    'finds a pair by %j',
    (typed) => expect(hasWords(EURUSD, typed)).toBe(true),
  )
  it.each(['eur jpy', 'eurusdt', 'gold'])('does not find it by %j', (typed) =>
    expect(hasWords(EURUSD, typed)).toBe(false),
  )
  it('ignores accents, and reads scripts without capitals', () => {
    expect(hasWords('Once de platine métal', 'METAL')).toBe(true)
    expect(hasWords('ビットコイン', 'ﾋﾞｯﾄ')).toBe(true)
    expect(hasWords('الذهب', 'ذهب')).toBe(true)
  })
})
