// @vitest-environment jsdom
import type { UnixSeconds } from '../../../engine/language/values/units.ts'
import { asPrice } from '../../../engine/language/values/decimal.ts'
import { act, render, screen, within } from '../../../../tests/support/react.tsx'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { layers } from '../../../engine/state/layers.ts'
import type { PlotEvents } from './canvas/plot.ts'
import Chart from './Chart.tsx'
import stories from './Chart.stories.json' with { type: 'json' }

const broken = vi.hoisted(() => ({ active: false }))
/** The events of the plot that was created last. */
const events = vi.hoisted((): { current: PlotEvents | null } => ({ current: null }))
vi.mock('./canvas/plot.ts', () => ({
  createPlot(_host: unknown, ports: PlotEvents) {
    events.current = ports
    if (broken.active) throw new RangeError('Incorrect locale information provided')
    const methods = ['update', 'tick', 'point', 'zoom', 'toLatest', 'setLayer', 'redraw', 'destroy']
    return Object.fromEntries(methods.map((name) => [name, vi.fn()]))
  },
}))

/** Whether the phone lies on its side, and its changes. */
let turned: EventTarget & { matches: boolean }
const props = stories.cases[1]?.props as React.ComponentProps<typeof Chart>
const quiet = { onCaughtError: () => {} }

beforeEach(() => {
  broken.active = false
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = vi.fn()
      disconnect = vi.fn()
    },
  )
  turned = Object.assign(new EventTarget(), { matches: false })
  vi.stubGlobal('matchMedia', () => turned)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

// First, before the drawing is loaded.
it('keeps its place while the drawing loads', async () => {
  const { container } = render(<Chart {...props} height={300} />)
  expect(screen.getByRole('status').textContent).toBe('ui.loading')
  const place = container.querySelector('[data-fill]')
  expect(place?.querySelector('output')).toBeTruthy()
  expect(await screen.findByRole('slider')).toBeTruthy()
  expect(container.querySelector('[data-fill]')).toBe(place)
})

it('is higher by each pane below the price', () => {
  const heightWith = (indicators: typeof props.indicators) => {
    const { container } = render(<Chart {...props} height={260} indicators={indicators} />)
    return container.querySelector('figure')?.style.getPropertyValue('--place-height')
  }
  expect(heightWith(['ma', 'ema', 'boll'])).toBe('260px')
  expect(heightWith(['ma', 'ema', 'boll', 'macd', 'rsi'])).toBe('372px')
})

it('has a slider along the candles that says the last one in words', async () => {
  render(<Chart {...props} />)
  const slider = await screen.findByRole('slider', { name: 'EUR/USD' })
  expect(slider.getAttribute('max')).toBe(String(props.candles.length - 1))
  expect(slider.getAttribute('aria-valuetext')).toContain('ui.chartCandle')
})

it('has its lines as text', () => {
  const line = {
    id: 'p',
    kind: 'position' as const,
    side: 'long' as const,
    price: asPrice('1.08'),
    label: 'Long 12.34 USDT',
  }
  const { rerender } = render(<Chart {...props} lines={[line]} />)
  expect(screen.getByRole('list', { name: 'ui.chartLines' }).textContent).toContain('Long 12.34 USDT · 1.08')
  for (const none of [{ lines: [] }, { lines: [line], linesHidden: true }]) {
    rerender(<Chart {...props} {...none} />)
    expect(screen.queryByRole('list')).toBeNull()
  }
})

it('has a button for each line that can be moved, which sends the price of the line', async () => {
  const onAdjust = vi.fn()
  const line = { id: 's', kind: 'stopLoss' as const, price: asPrice('1.08'), label: 'SL', movable: true }
  const { rerender } = render(<Chart {...props} lines={[line]} onAdjust={onAdjust} />)
  await userEvent.click(screen.getByRole('button', { name: 'ui.chartAdjust' }))
  expect(onAdjust).toHaveBeenCalledWith({ id: 's', kind: 'stopLoss', price: '1.08' })
  rerender(<Chart {...props} lines={[{ ...line, movable: false }]} onAdjust={onAdjust} />)
  expect(screen.queryByRole('button', { name: 'ui.chartAdjust' })).toBeNull()
})

it('lists all lines, the highest price first, once a number of hidden ones is pressed', async () => {
  const onAdjust = vi.fn()
  const line = (id: string, price: string) => ({
    id,
    kind: 'order' as const,
    price: asPrice(price),
    label: id,
    movable: id === 'Buy',
  })
  render(<Chart {...props} lines={[line('Buy', '1.08'), line('Sell', '1.2')]} onAdjust={onAdjust} />)
  await screen.findByRole('slider')
  expect(screen.queryByRole('button', { name: 'keypad.done' })).toBeNull()
  act(() => events.current?.list())
  const rows = within(screen.getByRole('list', { name: 'ui.chartLines' })).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual(['Sell · 1.20000', 'Buy · 1.08000'])
  await userEvent.click(within(rows[1] as HTMLElement).getByRole('button'))
  expect(onAdjust).toHaveBeenCalledWith({ id: 'Buy', kind: 'order', price: '1.08' })
  expect(screen.queryByRole('button', { name: 'keypad.done' })).toBeNull()
  act(() => events.current?.list())
  act(() => void layers.closeTop())
  expect(screen.queryByRole('button', { name: 'keypad.done' })).toBeNull()
})

describe('drawings', () => {
  const drawing = (id: string, symbol: string) => ({
    id,
    symbol,
    kind: 'text' as const,
    points: [{ time: props.candles[0]?.time as UnixSeconds, price: asPrice('1.08') }],
    text: `Note ${id}`,
  })
  const all = [drawing('1', props.symbol), drawing('2', props.symbol), drawing('1', 'OTHER')]
  async function openList(more: Partial<typeof props>) {
    render(<Chart {...props} drawings={all} onChange={vi.fn()} {...more} />)
    await userEvent.click(await screen.findByRole('button', { name: 'ui.chartDraw' }))
    await userEvent.click(await screen.findByRole('button', { name: 'ui.chartDrawings' }))
    return within(screen.getByRole('list', { name: 'ui.chartDrawings' })).getAllByRole('listitem')
  }

  it('are listed for their market, and deleted there', async () => {
    const onChange = vi.fn()
    const rows = await openList({ onChange })
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringContaining('Note 1'),
      expect.stringContaining('Note 2'),
    ])
    await userEvent.click(within(rows[0] as HTMLElement).getByRole('button', { name: 'ui.chartDelete' }))
    expect(onChange).toHaveBeenLastCalledWith({ drawings: [all[2], all[1]] })
    await userEvent.click(screen.getByRole('button', { name: 'ui.chartUndo' }))
    expect(onChange).toHaveBeenLastCalledWith({ drawings: [all[2], all[0], all[1]] })
  })

  it('are selected by the list, and a text is written there', async () => {
    const onChange = vi.fn()
    const rows = await openList({ onChange })
    await userEvent.click(within(rows[1] as HTMLElement).getByRole('button', { name: /Note 2/ }))
    const field = screen.getByRole('textbox', { name: 'ui.chartNote' })
    await userEvent.clear(field)
    await userEvent.type(field, 'Support{Enter}')
    expect(onChange).toHaveBeenLastCalledWith({ drawings: [all[2], all[0], { ...all[1], text: 'Support' }] })
  })

  it('are hidden and shown by one switch', async () => {
    const onToggle = vi.fn()
    await openList({ onToggle })
    await userEvent.click(screen.getByRole('button', { name: 'ui.chartHide' }))
    expect(onToggle).toHaveBeenCalledWith({ hidden: true })
  })

  it('have no tools where they cannot be changed', async () => {
    render(<Chart {...props} drawings={all} />)
    await screen.findByRole('slider')
    expect(screen.queryByRole('button', { name: 'ui.chartDraw' })).toBeNull()
  })
})

it('shows its tools only while it fills the screen', async () => {
  render(<Chart {...props} expandable tools={<p>BTC/USDT</p>} />)
  expect(screen.queryByText('BTC/USDT')).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: 'ui.chartFull' }))
  expect(screen.getByText('BTC/USDT')).toBeTruthy()
})

it('shows a table of the candles when asked, latest first, and more of it page by page', async () => {
  render(<Chart {...props} />)
  expect(screen.queryByRole('table')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'ui.chartTable' }))
  const rows = () => screen.getAllByRole('row').slice(1)
  expect(rows()).toHaveLength(20)
  expect(rows()[0]?.textContent).toContain(props.candles.at(-1)?.close)
  await userEvent.click(screen.getByRole('button', { name: 'ui.loadMore' }))
  expect(rows()).toHaveLength(40)
  await userEvent.click(screen.getByRole('button', { name: 'ui.chartTableHide' }))
  expect(screen.queryByRole('table')).toBeNull()
})

it('the table keeps the candles it was opened with: it does not tick', async () => {
  const { rerender } = render(<Chart {...props} />)
  await userEvent.click(screen.getByRole('button', { name: 'ui.chartTable' }))
  const before = screen.getByRole('table').textContent
  rerender(<Chart {...props} candles={props.candles.map((row) => ({ ...row, close: asPrice('9.99999') }))} />)
  expect(screen.getByRole('table').textContent).toBe(before)
})

it('shows a message without data', () => {
  render(<Chart {...props} candles={[]} />)
  expect(screen.getByText('ui.chartEmpty')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

it('catches errors of the drawing: shows the table and a retry', async () => {
  broken.active = true
  render(<Chart {...props} />, quiet)
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'ui.chartTable' })).toBeTruthy()
  broken.active = false
  await userEvent.click(screen.getByRole('button', { name: 'ui.retry' }))
  await act(async () => {})
  expect(await screen.findByRole('slider')).toBeTruthy()
})

it('fills the screen by its button and by the key F, and is back by Escape and by the back button', async () => {
  render(<Chart {...props} expandable />)
  const isFull = () => screen.queryByRole('button', { name: 'ui.chartFullEnd' }) !== null
  const user = userEvent.setup()
  const slider = await screen.findByRole('slider')
  await user.click(screen.getByRole('button', { name: 'ui.chartFull' }))
  expect(isFull()).toBe(true)
  act(() => void layers.closeTop())
  expect(isFull()).toBe(false)
  slider.focus()
  await user.keyboard('f')
  expect(isFull()).toBe(true)
  await user.keyboard('{Escape}')
  expect(isFull()).toBe(false)
  expect(document.activeElement).toBe(slider)
})

it('fills the screen while the phone lies on its side', async () => {
  vi.spyOn(HTMLElement.prototype, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList)
  render(<Chart {...props} expandable />)
  await screen.findByRole('slider')
  const turn = (matches: boolean) =>
    act(() => {
      turned.matches = matches
      turned.dispatchEvent(new Event('change'))
    })
  turn(true)
  expect(screen.getByRole('button', { name: 'ui.chartFullEnd' })).toBeTruthy()
  turn(false)
  expect(screen.getByRole('button', { name: 'ui.chartFull' })).toBeTruthy()
})

it('fills the screen as long as the phone lies on its side where that is wanted, with a way back', async () => {
  turned.matches = true
  const onLeave = vi.fn()
  const { rerender } = render(<Chart {...props} expandable />)
  expect(await screen.findByRole('button', { name: 'ui.chartFull' })).toBeTruthy()
  rerender(<Chart key="other" {...props} expandable startsFull tools={<p>BTC/USDT</p>} onLeave={onLeave} />)
  await screen.findByRole('slider')
  expect(screen.queryByRole('button', { name: /chartFull/ })).toBeNull()
  act(() => void layers.closeTop())
  expect(screen.getByText('BTC/USDT')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'ui.back' }))
  expect(onLeave).toHaveBeenCalledOnce()
  act(() => {
    turned.matches = false
    turned.dispatchEvent(new Event('change'))
  })
  expect(screen.queryByText('BTC/USDT')).toBeNull()
})

it('keeps the focus within it while it fills the screen', async () => {
  const { container } = render(
    <>
      <button type="button">before</button>
      <Chart {...props} expandable />
    </>,
  )
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'ui.chartFull' }))
  for (let i = 0; i < 6; i += 1) {
    await user.tab()
    expect(container.querySelector('figure')?.contains(document.activeElement)).toBe(true)
  }
})

it('has no full screen unless it is expandable', async () => {
  render(<Chart {...props} />)
  await screen.findByRole('slider')
  expect(screen.queryByRole('button', { name: 'ui.chartFull' })).toBeNull()
})
