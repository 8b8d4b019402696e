// @vitest-environment jsdom
import { useRef } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render, screen } from '../../../../tests/support/react.tsx'
import { useScrollFade } from './useScrollFade.ts'

beforeEach(() =>
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(readonly notify: () => void) {}
      observe() {
        this.notify()
      }
      disconnect() {}
    },
  ),
)
afterEach(() => vi.unstubAllGlobals())

function Scroller({ scrolled }: { scrolled: number }) {
  const [frame, row] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)]
  useScrollFade(frame, row, String(scrolled))
  const measured = (element: HTMLDivElement | null) => {
    if (element)
      Object.defineProperties(element, {
        scrollWidth: { value: 300 },
        clientWidth: { value: 200 },
        scrollLeft: { value: scrolled },
      })
    row.current = element
  }
  return (
    <div ref={frame} role="toolbar">
      <div ref={measured} />
    </div>
  )
}

it.each([
  [0, 'end'],
  [40, 'start end'],
  [-40, 'start end'],
  [100, 'start'],
  [-100, 'start'],
])('scroll fade: a row scrolled by %i has more at its "%s"', (scrolled, ends) => {
  render(<Scroller scrolled={scrolled} />)
  expect(screen.getByRole('toolbar').dataset.fade).toBe(ends)
})
