// @vitest-environment jsdom
import { fireEvent, render, screen } from '../../../../tests/support/react.tsx'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import Tabs from './Tabs.tsx'

const items = [
  { id: 'forex', label: 'Forex' },
  { id: 'metal', label: 'Metals' },
  { id: 'crypto', label: 'Crypto' },
]

function Market({ onShown }: { onShown: (value: string) => void }) {
  const [value, setValue] = useState('forex')
  return (
    <Tabs
      items={items}
      value={value}
      label="Market"
      onChange={(detail) => {
        onShown(detail.value)
        setValue(detail.value)
      }}
    >
      panel of {value}
    </Tabs>
  )
}

afterEach(() => {
  vi.restoreAllMocks()
  document.body.style.direction = ''
})

describe('Tabs', () => {
  it.each([
    { selected: 'metal', box: [60, 130], to: undefined },
    { selected: 'crypto', box: [130, 210], to: 54 },
  ] as const)('scrolls no further than its tab needs to be whole: $selected', ({ selected, box, to }) => {
    const scrollTo = vi.fn<(options: ScrollToOptions) => void>()
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      const [left, right] = this.getAttribute('role') === 'tablist' ? [0, 200] : box
      return { left, right } as DOMRect
    })
    vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(300)
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(200)
    Element.prototype.scrollTo = scrollTo as unknown as Element['scrollTo']
    render(<Tabs items={items} value={selected} label="Market" />)
    expect(scrollTo.mock.lastCall?.[0].left).toBe(to)
  })

  it('is a tab list with one stop for the keyboard, and a panel named by its tab', () => {
    render(<Market onShown={vi.fn()} />)
    expect(screen.getByRole('tablist', { name: 'Market' })).toBeDefined()
    expect(screen.getAllByRole('tab').map((tab) => tab.tabIndex)).toEqual([0, -1, -1])
    const tab = screen.getByRole('tab', { selected: true })
    const panel = screen.getByRole('tabpanel', { name: 'Forex' })
    expect(tab.getAttribute('aria-controls')).toBe(panel.id)
  })

  it('moves by arrows, Home and End, round the ends', async () => {
    const onShown = vi.fn()
    render(<Market onShown={onShown} />)
    await userEvent.tab()
    expect(document.activeElement?.textContent).toBe('Forex')
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{End}{Home}')
    expect(onShown.mock.calls.flat()).toEqual(['metal', 'crypto', 'forex', 'crypto', 'forex'])
    expect(document.activeElement?.textContent).toBe('Forex')
    expect(screen.getByRole('tabpanel').textContent).toBe('panel of forex')
  })

  it('follows the reading direction', async () => {
    const onShown = vi.fn()
    render(<Market onShown={onShown} />)
    vi.spyOn(globalThis, 'getComputedStyle').mockReturnValue({ direction: 'rtl' } as CSSStyleDeclaration)
    fireEvent.keyDown(screen.getByRole('tab', { selected: true }), { key: 'ArrowLeft' })
    expect(onShown).toHaveBeenCalledWith('metal')
  })

  it('does not report the tab that is chosen already', async () => {
    const onShown = vi.fn()
    render(<Market onShown={onShown} />)
    await userEvent.click(screen.getByRole('tab', { name: 'Forex' }))
    expect(onShown).not.toHaveBeenCalled()
  })

  it('can still be entered when its value names no tab', () => {
    render(<Tabs items={items} value="" />)
    expect(screen.queryByRole('tab', { selected: true })).toBeNull()
    expect(screen.getAllByRole('tab').map((tab) => tab.tabIndex)).toEqual([0, -1, -1])
  })

  it('that keep their place scroll back to it, and a panel shown for the first time begins at its top', () => {
    const tabs = (value: string) => (
      <div data-scroll>
        <Tabs items={items} value={value} keepPlace>
          panel
        </Tabs>
      </div>
    )
    const { container, rerender } = render(tabs('forex'))
    const area = container.querySelector('[data-scroll]') as HTMLElement
    area.scrollTop = 300
    fireEvent.click(screen.getByRole('tab', { name: 'Metals' }))
    rerender(tabs('metal'))
    expect(area.scrollTop).toBeLessThanOrEqual(300)
    area.scrollTop = 120
    fireEvent.click(screen.getByRole('tab', { name: 'Forex' }))
    rerender(tabs('forex'))
    expect(area.scrollTop).toBe(300)
    fireEvent.click(screen.getByRole('tab', { name: 'Metals' }))
    rerender(tabs('metal'))
    expect(area.scrollTop).toBe(120)
  })
})

it('a swipe over the panel chooses the next tab, but not where it scrolls sideways or goes down', () => {
  const onChange = vi.fn()
  const items = ['a', 'b', 'c'].map((id) => ({ id, label: id }))
  render(
    <Tabs items={items} value="b" label="Market" swipe onChange={onChange}>
      <p>Rows</p>
      <input aria-label="Amount" />
    </Tabs>,
  )
  const swipe = (element: Element, x: number, y = 0) => {
    const at = (clientX: number, clientY: number) => ({ clientX, clientY, identifier: 1, target: element })
    fireEvent.touchStart(element, { touches: [at(300, 300)] })
    fireEvent.touchEnd(element, { changedTouches: [at(300 + x, 300 + y)] })
  }
  const row = screen.getByText('Rows')
  swipe(row, -80)
  expect(onChange).toHaveBeenLastCalledWith({ value: 'c' })
  swipe(row, 80)
  expect(onChange).toHaveBeenLastCalledWith({ value: 'a' })
  onChange.mockClear()
  swipe(row, -30)
  swipe(row, -80, 60)
  swipe(screen.getByLabelText('Amount'), -80)
  expect(onChange).not.toHaveBeenCalled()
})
