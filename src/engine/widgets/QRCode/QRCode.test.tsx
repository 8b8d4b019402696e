// @vitest-environment jsdom
import { render, screen } from '../../../../tests/support/react.tsx'
import { encode } from 'uqr'
import { expect, it } from 'vitest'
import QRCode from './QRCode.lazy.tsx'

it('draws exactly the dark modules of the code', () => {
  const value = 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh'
  render(<QRCode value={value} label="Deposit address" />)
  const figure = screen.getByRole('figure', { name: 'Deposit address' })
  const { data } = encode(value, { ecc: 'M', border: 0 })
  const drawn = data.map((row) => row.map(() => false))
  for (const [, x, y, width] of (figure.querySelector('path')?.getAttribute('d') ?? '').matchAll(
    /M(\d+) (\d+)h(\d+)v1h-\d+z/g,
  )) {
    const row = drawn[Number(y)]
    if (row) row.fill(true, Number(x), Number(x) + Number(width))
  }
  expect(drawn).toEqual(data)
})

it('draws a text with a lone surrogate, and no code for a text that is too long', () => {
  const { container, rerender } = render(<QRCode value={'a\ud83d'} label="Odd" />)
  expect(container.querySelector('path')).not.toBeNull()
  rerender(<QRCode value={'W'.repeat(4_000)} label="Too long" />)
  expect(screen.getByRole('figure').textContent).toBe('Too long')
})
