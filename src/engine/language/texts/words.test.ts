import { describe, expect, it } from 'vitest'
import { foundIn, hasWords } from './words.ts'

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

describe('foundIn', () => {
  const marked = (text: string, typed: string) => foundIn(text, typed).map(([from, to]) => text.slice(from, to))
  it.each([
    ['EUR/USD', 'eur', ['EUR']],
    ['EUR/USD', 'usd eur', ['EUR', 'USD']],
    ['EUR/USD', 'eurusd', ['EUR/USD']],
    ['Bitcoin', 'coin bitc', ['Bitcoin']],
    ['2.32B · bitcoin', 'b', ['b']],
    ['Once de platine métal', 'METAL', ['métal']],
    ['Gold', 'eur', []],
    ['Gold', ' / ', []],
    ['🪙 ﬁne gold', 'fin', ['ﬁn']],
    ['الذهب', 'ذهب', ['ذهب']],
  ])('of %j for %j', (text, typed, found) => expect(marked(text, typed)).toEqual(found))
})
