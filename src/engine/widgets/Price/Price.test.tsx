// @vitest-environment jsdom
import { asPrice } from '../../language/values/decimal.ts'
import { render } from '../../../../tests/support/react.tsx'
import { Profiler } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import Price from './Price.tsx'

const cancel = vi.fn()
const animate = vi.fn(() => ({ cancel }))
const setReducedMotion = (matches: boolean) => vi.stubGlobal('matchMedia', () => ({ matches }))

beforeEach(() => {
  animate.mockClear()
  cancel.mockClear()
  Element.prototype.animate = animate as unknown as Element['animate']
  setReducedMotion(false)
})
afterEach(() => {
  Reflect.deleteProperty(Element.prototype, 'animate')
  vi.unstubAllGlobals()
})

describe('Price', () => {
  it('writes as many digits as the instrument has', () => {
    const { container, rerender } = render(<Price value={asPrice('1.1')} precision={5} />)
    expect(container.textContent).toBe('1.10000')
    rerender(<Price value={null} precision={5} />)
    expect(container.textContent).toContain('—')
  })

  it('flashes in the direction of a change, not at first and not for the same price written otherwise', () => {
    const { rerender, container } = render(<Price value={asPrice('100')} />)
    expect(animate).not.toHaveBeenCalled()
    rerender(<Price value={asPrice('100.0')} />)
    expect(animate).not.toHaveBeenCalled()
    const direction = () => container.querySelector('[data-direction]')?.getAttribute('data-direction')
    rerender(<Price value={asPrice('100.5')} />)
    expect(direction()).toBe('up')
    rerender(<Price value={asPrice('99.5')} />)
    expect(direction()).toBe('down')
    expect(animate).toHaveBeenCalledTimes(2)
  })

  it('flashes by what the compositor does alone, and one flash ends the last', () => {
    const { rerender } = render(<Price value={asPrice('1')} />)
    rerender(<Price value={asPrice('2')} />)
    expect(cancel).not.toHaveBeenCalled()
    rerender(<Price value={asPrice('3')} />)
    expect(cancel).toHaveBeenCalledTimes(1)
    for (const [frames] of animate.mock.calls as unknown as [Keyframe[]][])
      expect(frames.flatMap((frame) => Object.keys(frame))).toEqual(['opacity', 'opacity'])
  })

  it('compares as decimals: 9.9 → 10.1 is up', () => {
    const { rerender, container } = render(<Price value={asPrice('9.9')} tone="auto" />)
    rerender(<Price value={asPrice('10.1')} tone="auto" />)
    expect(container.querySelector('[data-direction]')?.getAttribute('data-direction')).toBe('up')
  })

  it('does not flash under reduced motion, or with flash={false}', () => {
    setReducedMotion(true)
    const { rerender } = render(<Price value={asPrice('1')} />)
    rerender(<Price value={asPrice('2')} />)
    setReducedMotion(false)
    rerender(<Price value={asPrice('3')} flash={false} />)
    expect(animate).not.toHaveBeenCalled()
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
