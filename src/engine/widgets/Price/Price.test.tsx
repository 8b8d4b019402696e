// @vitest-environment jsdom
import { asPrice } from '../../language/values/decimal.ts'
import { render } from '../../../../tests/support/react.tsx'
import { Profiler } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import Price from './Price.tsx'

const setReducedMotion = (matches: boolean) => vi.stubGlobal('matchMedia', () => ({ matches }))

beforeEach(() => {
  vi.useFakeTimers()
  setReducedMotion(false)
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const flashOf = (container: HTMLElement) => container.querySelector('[data-flash]')?.getAttribute('data-flash') ?? null

describe('Price', () => {
  it('writes as many digits as the instrument has', () => {
    const { container, rerender } = render(<Price value={asPrice('1.1')} precision={5} />)
    expect(container.textContent).toBe('1.10000')
    rerender(<Price value={null} precision={5} />)
    expect(container.textContent).toContain('—')
  })

  it('flashes in the direction of a change, not at first and not for the same price written otherwise', () => {
    const { rerender, container } = render(<Price value={asPrice('100')} />)
    rerender(<Price value={asPrice('100.0')} />)
    expect(flashOf(container)).toBeNull()
    const direction = () => container.querySelector('[data-direction]')?.getAttribute('data-direction')
    rerender(<Price value={asPrice('100.5')} />)
    expect(direction()).toBe('up')
    rerender(<Price value={asPrice('99.5')} />)
    expect(direction()).toBe('down')
    expect(flashOf(container)).toBe('3')
  })

  it('fades its flash by steps', () => {
    const { rerender, container } = render(<Price value={asPrice('1')} />)
    rerender(<Price value={asPrice('2')} />)
    const strengths = [flashOf(container)]
    for (let at = 0; at < 3; at++) {
      vi.advanceTimersByTime(310)
      strengths.push(flashOf(container))
    }
    expect(strengths).toEqual(['3', '2', null, null])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('fades with the flashes of other prices', () => {
    const prices = (first: string, second: string) => (
      <>
        <div id="first">
          <Price value={asPrice(first)} />
        </div>
        <Price value={asPrice(second)} />
      </>
    )
    const { rerender, container } = render(prices('1', '1'))
    const first = () => flashOf(container.querySelector('#first') as HTMLElement)
    rerender(prices('2', '1'))
    vi.advanceTimersByTime(200)
    expect(first()).toBe('3')
    rerender(prices('2', '2'))
    expect(first()).toBe('2')
  })

  it('compares as decimals: 9.9 → 10.1 is up', () => {
    const { rerender, container } = render(<Price value={asPrice('9.9')} tone="auto" />)
    rerender(<Price value={asPrice('10.1')} tone="auto" />)
    expect(container.querySelector('[data-direction]')?.getAttribute('data-direction')).toBe('up')
  })

  it('does not flash under reduced motion, or with flash={false}', () => {
    setReducedMotion(true)
    const { rerender, container } = render(<Price value={asPrice('1')} />)
    rerender(<Price value={asPrice('2')} />)
    setReducedMotion(false)
    rerender(<Price value={asPrice('3')} flash={false} />)
    expect(flashOf(container)).toBeNull()
  })

  it('renders once for a tick and is no live region', () => {
    let renders = 0
    const price = (value: string) => (
      <Profiler id="price" onRender={() => renders++}>
        <Price value={asPrice(value)} tone="auto" />
      </Profiler>
    )
    const { rerender, container } = render(price('1'))
    renders = 0
    rerender(price('2'))
    expect(renders).toBe(1)
    expect(container.querySelector('[aria-live], [role=status], [role=alert]')).toBeNull()
  })
})
