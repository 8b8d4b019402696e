// @vitest-environment jsdom
import { act, render, screen, within } from '../../../../tests/support/react.tsx'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import List from './List.tsx'
import { eventually } from '../../../../tests/support/eventually.ts'
import { client } from '../../../../tests/support/client.ts'

const rows = (count: number) => Array.from({ length: count }, (_, i) => <p key={i}>row {i}</p>)

let near: ((isIntersecting: boolean) => void) | null = null

class FakeObserver {
  constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
    near = (isIntersecting) => seen([{ isIntersecting }])
  }
  observe() {}
  disconnect() {
    near = null
  }
}

beforeEach(() => {
  client.language.apply('en', { 'ui.loadMore': 'Load more', 'ui.loadingMore': 'Loading' })
  vi.stubGlobal('IntersectionObserver', FakeObserver)
})
afterEach(() => vi.unstubAllGlobals())

describe('List', () => {
  it('is a list of its rows', () => {
    render(<List label="Orders">{rows(3)}</List>)
    const list = screen.getByRole('list', { name: 'Orders' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((row) => row.textContent),
    ).toEqual(['row 0', 'row 1', 'row 2'])
  })

  it('keeps the elements of rows that stay when one comes in above', () => {
    const { rerender } = render(<List>{[<p key="b">b</p>]}</List>)
    const before = screen.getByText('b')
    rerender(<List>{[<p key="a">a</p>, <p key="b">b</p>]}</List>)
    expect(screen.getByText('b')).toBe(before)
  })

  it('asks for the next page when its end comes near, once for each length', async () => {
    const onMore = vi.fn(async () => {})
    const { rerender } = render(
      <List hasMore onMore={onMore}>
        {rows(2)}
      </List>,
    )
    await act(async () => near?.(false))
    expect(onMore).not.toHaveBeenCalled()
    await act(async () => near?.(true))
    await act(async () => near?.(true))
    expect(onMore).toHaveBeenCalledTimes(1)
    rerender(
      <List hasMore onMore={onMore}>
        {rows(4)}
      </List>,
    )
    await act(async () => near?.(true))
    expect(onMore).toHaveBeenCalledTimes(2)
    rerender(
      <List hasMore={false} onMore={onMore} endText="That was all">
        {rows(5)}
      </List>,
    )
    expect(near).toBeNull()
    expect(screen.getByText('That was all')).toBeDefined()
  })

  it('can be asked by hand, and again after a failure', async () => {
    const onMore = vi.fn(() => Promise.reject(new Error('offline')))
    render(
      <List hasMore onMore={onMore}>
        {rows(1)}
      </List>,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Load more' }))
    expect(onMore).toHaveBeenCalledTimes(2)
  })

  it('ignores presses while rows are loaded', async () => {
    const onMore = vi.fn(() => new Promise<void>(() => {}))
    render(
      <List hasMore onMore={onMore}>
        {rows(1)}
      </List>,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
    await userEvent.click(screen.getByRole('button', { name: 'Loading' }))
    expect(onMore).toHaveBeenCalledTimes(1)
  })

  describe('the focus of the button', () => {
    const draw = (count: number, hasMore: boolean, onMore: () => Promise<void> = async () => {}) => (
      <List hasMore={hasMore} onMore={onMore}>
        {rows(count)}
      </List>
    )
    const focusButton = async () => act(async () => screen.getByRole('button').focus())

    it('stays while rows are loaded', async () => {
      render(draw(2, true, () => new Promise(() => {})))
      await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
      const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Loading' })
      expect([button.getAttribute('aria-disabled'), button.disabled]).toEqual(['true', false])
      expect(document.activeElement).toBe(button)
    })

    it.each([true, false])('goes to the first row that is loaded (more rows: %s)', async (hasMore) => {
      const { rerender } = render(draw(2, true))
      await focusButton()
      await act(async () => rerender(draw(4, hasMore)))
      expect(document.activeElement).toBe(screen.getAllByRole('listitem')[2])
    })

    it('goes to the last row when the next page is empty', async () => {
      const { rerender } = render(draw(2, true))
      await focusButton()
      await act(async () => rerender(draw(2, false)))
      expect(document.activeElement).toBe(screen.getAllByRole('listitem')[1])
    })

    it('stays when rows are removed', async () => {
      const { rerender } = render(draw(3, true))
      await focusButton()
      await act(async () => rerender(draw(2, true)))
      expect(document.activeElement).toBe(screen.getByRole('button'))
    })

    it('is not taken from elsewhere', async () => {
      const { rerender } = render(draw(2, true))
      await act(async () => rerender(draw(4, false)))
      expect(document.activeElement).toBe(document.body)
    })
  })

  it('says nothing under an empty list', () => {
    render(<List endText="That was all" />)
    expect(screen.queryByText('That was all')).toBeNull()
  })

  it('mounts only the rows near the window of a long list, and says how many there are', async () => {
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(50)
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400)
    render(
      <div data-scroll="">
        <List label="Orders" rowHeight={50}>
          {rows(500)}
        </List>
      </div>,
    )
    // Its code may be loaded already.
    expect(screen.getAllByRole('listitem').length).toBeLessThanOrEqual(60)
    await eventually(() => expect(screen.getAllByRole('listitem')[0]?.getAttribute('aria-setsize')).toBe('500'))
    const mounted = screen.getAllByRole('listitem')
    expect(mounted.length).toBeGreaterThan(5)
    expect(mounted.length).toBeLessThan(40)
    expect(mounted[0]?.getAttribute('aria-setsize')).toBe('500')
    expect(mounted[2]?.getAttribute('aria-posinset')).toBe('3')
    expect(screen.getByRole('list').style.blockSize).toBe('25000px')
  })

  it('gives the focus of the button to the first loaded row of a long list', async () => {
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(50)
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(5000)
    const draw = (count: number) => (
      <div data-scroll="">
        <List rowHeight={50} hasMore onMore={async () => {}}>
          {rows(count)}
        </List>
      </div>
    )
    const { rerender } = render(draw(70))
    await eventually(() => expect(screen.getAllByRole('listitem')[0]?.getAttribute('aria-setsize')).toBe('70'))
    await act(async () => screen.getByRole('button').focus())
    await act(async () => rerender(draw(90)))
    expect(document.activeElement?.getAttribute('aria-posinset')).toBe('71')
  })
})
