// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '../../../../tests/support/react.tsx'
import { useLayoutEffect } from 'react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { eventually } from '../../../../tests/support/eventually.ts'
import { pullOffset } from './usePullToRefresh.ts'
import Scroll from './Scroll.tsx'
import { client } from '../../../../tests/support/client.ts'

const at = (clientX: number, clientY: number) => ({ touches: [{ clientX, clientY }] })

function pull(page: Element, x: number, y: number) {
  fireEvent.touchStart(page, at(100, 100))
  fireEvent.touchMove(page, at(100 + x, 100 + y))
}

describe('Scroll', () => {
  it('draws children below the first screenful in a later frame', () => {
    const frames: number[] = []
    const Row = () => {
      useLayoutEffect(() => void frames.push(screen.getAllByText('row').length), [])
      return <p>row</p>
    }
    render(
      <Scroll label="Market">
        {Array.from({ length: 9 }, (_, at) => (
          <Row key={at} />
        ))}
      </Scroll>,
    )
    expect([...new Set(frames)]).toEqual([6, 9])
  })

  it('refreshes after a long pull, and stays busy until the handler is done', async () => {
    client.language.apply('en', { 'ui.releaseToRefresh': 'Let go', 'ui.refreshing': 'Refreshing' })
    let finish: (() => void) | undefined
    const onRefresh = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
    render(
      <Scroll label="Market" onRefresh={onRefresh}>
        rows
      </Scroll>,
    )
    const page = screen.getByRole('region', { name: 'Market' })
    pull(page, 0, 160)
    expect(document.body.textContent).toContain('Let go')
    expect(onRefresh).not.toHaveBeenCalled()
    await act(async () => fireEvent.touchEnd(page))
    expect(onRefresh).toHaveBeenCalledOnce()
    expect(page.getAttribute('aria-busy')).toBe('true')
    pull(page, 0, 160)
    await act(async () => fireEvent.touchEnd(page))
    expect(onRefresh).toHaveBeenCalledOnce()
    await act(async () => finish?.())
    expect(page.getAttribute('aria-busy')).toBeNull()
    expect(page.style.getPropertyValue('--pull')).toBe('0px')
  })

  it.each([
    ['a short pull', 0, 60, 0],
    ['a push upwards', 0, -160, 0],
    ['a swipe along the line', 300, 160, 0],
    ['a pull further down the page', 0, 160, 40],
  ])('does not refresh after %s', async (_, x, y, scrolled) => {
    const onRefresh = vi.fn()
    render(
      <Scroll label="Market" onRefresh={onRefresh}>
        rows
      </Scroll>,
    )
    const page = screen.getByRole('region')
    page.scrollTop = scrolled
    pull(page, x, y)
    await act(async () => fireEvent.touchEnd(page))
    expect(onRefresh).not.toHaveBeenCalled()
  })

  it('can be refreshed by keyboard', async () => {
    const onRefresh = vi.fn(async () => {})
    render(<Scroll onRefresh={onRefresh}>rows</Scroll>)
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    expect(onRefresh).toHaveBeenCalledOnce()
  })

  it('is ready again after a refresh that failed', async () => {
    const onRefresh = vi.fn(() => Promise.reject(new Error('offline')))
    render(
      <Scroll label="Market" onRefresh={onRefresh}>
        rows
      </Scroll>,
    )
    await userEvent.click(screen.getByRole('button', { hidden: true }))
    expect(onRefresh).toHaveBeenCalledOnce()
    await eventually(() => expect(screen.getByRole('region').getAttribute('aria-busy')).toBeNull())
  })

  it('is only a scroll container without a handler', () => {
    const { container } = render(<Scroll header={<b>Head</b>}>rows</Scroll>)
    expect(screen.queryByRole('button')).toBeNull()
    expect(container.querySelector('[data-scroll]')?.textContent).toBe('rows')
  })

  it('pulls ever harder, never farther than its end', () => {
    expect([pullOffset(-5), pullOffset(0)]).toEqual([0, 0])
    expect(pullOffset(100)).toBeLessThan(100)
    expect(pullOffset(10_000)).toBeLessThanOrEqual(96)
  })
})
