// @vitest-environment jsdom
import { render } from '../../../../tests/support/react.tsx'
import { describe, expect, it } from 'vitest'
import InstrumentIcon from './InstrumentIcon.tsx'
import { pairOf } from './pair.ts'

describe('pairOf', () => {
  it.each([
    ['EURUSD', 'forex', 'EUR', 'USD'],
    ['eur/usd', 'forex', 'EUR', 'USD'],
    ['XAUUSD', 'metal', 'XAU', 'USD'],
    ['BTCUSDT', 'crypto', 'BTC', 'USDT'],
    ['ETHBTC', 'crypto', 'ETH', 'BTC'],
    ['1INCHUSDT', 'crypto', '1INCH', 'USDT'],
    ['USDT', 'crypto', 'USDT', ''],
    ['USD', 'forex', 'USD', ''],
    ['EURBTC', 'crypto', 'EUR', 'BTC'],
  ])('%s is %s of %s against %s', (symbol, kind, base, quote) => {
    expect(pairOf(symbol)).toEqual({ kind, base, quote })
  })
  it('prefers its arguments', () => {
    expect(pairOf('gold-future', 'XAU', 'USD')).toEqual({ kind: 'metal', base: 'XAU', quote: 'USD' })
    expect(pairOf('CONSTRUCTOR').kind).toBe('crypto')
  })
})

describe('InstrumentIcon', () => {
  it('is decoration: two flags, a bar, or a coin', () => {
    const { container, rerender } = render(<InstrumentIcon symbol="EURUSD" />)
    expect(container.firstElementChild?.getAttribute('aria-hidden')).toBe('true')
    expect(container.querySelectorAll('svg')).toHaveLength(2)
    rerender(<InstrumentIcon symbol="XAGUSD" />)
    expect(container.querySelectorAll('linearGradient')).toHaveLength(1)
    rerender(<InstrumentIcon symbol="BTCUSDT" />)
    expect(container.querySelector('text')).toBeNull()
  })
  it('gives an unknown coin its letter and always the same colour', () => {
    const { container } = render(<InstrumentIcon symbol="PEPEUSDT" />)
    expect(container.querySelector('text')?.textContent).toBe('P')
    expect(container.querySelector('path')?.getAttribute('fill')).toBe('hsl(305 48% 40%)')
  })
})
