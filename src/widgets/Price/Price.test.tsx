// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { Profiler } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import Price from './Price.tsx'

const animate = vi.fn()
const still = (matches: boolean) => vi.stubGlobal('matchMedia', () => ({ matches }))

beforeEach(() => {
  animate.mockReset()
  Element.prototype.animate = animate
  still(false)
})
afterEach(() => {
  Reflect.deleteProperty(Element.prototype, 'animate')
  vi.unstubAllGlobals()
})

describe('Price', () => {
  it('writes as many digits as the instrument has', () => {
    const { container, rerender } = render(<Price value="1.1" precision={5} />)
    expect(container.textContent).toBe('1.10000')
    rerender(<Price value={null} precision={5} />)
    expect(container.textContent).toContain('—')
  })

  it('flashes in the direction of a change, not at first and not for the same price written otherwise', () => {
    const { rerender } = render(<Price value="100" />)
    expect(animate).not.toHaveBeenCalled()
    rerender(<Price value="100.0" />)
    expect(animate).not.toHaveBeenCalled()
    rerender(<Price value="100.5" />)
    rerender(<Price value="99.5" />)
    expect(animate.mock.calls.map(([frames]) => (frames as { color?: string }[])[0]?.color)).toEqual(['var(--up)', 'var(--down)'])
  })

  it('compares as decimals: 9.9 → 10.1 is up', () => {
    const { rerender, container } = render(<Price value="9.9" tone="auto" />)
    rerender(<Price value="10.1" tone="auto" />)
    expect(container.querySelector('[data-direction]')?.getAttribute('data-direction')).toBe('up')
  })

  it('is still for a reader who asks for it, and when told to be', () => {
    still(true)
    const { rerender } = render(<Price value="1" />)
    rerender(<Price value="2" />)
    still(false)
    rerender(<Price value="3" flash={false} />)
    expect(animate).not.toHaveBeenCalled()
  })

  it('renders once for a tick and is no live region', () => {
    let renders = 0
    const price = (value: string) => (
      <Profiler id="price" onRender={() => renders++}>
        <Price value={value} tone="auto" />
      </Profiler>
    )
    const { rerender, container } = render(price('1'))
    renders = 0
    rerender(price('2'))
    expect(renders).toBe(1)
    expect(container.querySelector('[aria-live], [role=status], [role=alert]')).toBeNull()
  })
})
