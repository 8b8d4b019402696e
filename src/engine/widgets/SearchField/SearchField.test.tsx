// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '../../../../tests/support/react.tsx'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import SearchField from './SearchField.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const type = (text: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } })

it('reports once, after the typing has paused', () => {
  const onChange = vi.fn()
  render(<SearchField label="Find" delay={300} onChange={onChange} />)
  type('e')
  act(() => void vi.advanceTimersByTime(200))
  type('eu')
  act(() => void vi.advanceTimersByTime(299))
  expect(onChange).not.toHaveBeenCalled()
  act(() => void vi.advanceTimersByTime(1))
  expect(onChange.mock.calls).toEqual([[{ value: 'eu' }]])
})

it('reports at once on Enter, but not while an input method composes', () => {
  const onChange = vi.fn()
  render(<SearchField label="Find" onChange={onChange} />)
  type('日')
  fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Enter', isComposing: true })
  expect(onChange).not.toHaveBeenCalled()
  fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Enter' })
  expect(onChange.mock.calls).toEqual([[{ value: '日' }]])
})

it('submits by Enter, after the steps of the change, unless it is empty', async () => {
  const calls: [string, string][] = []
  render(
    <SearchField
      label="Find"
      onChange={async ({ value }) => {
        await Promise.resolve()
        calls.push(['change', value])
      }}
      onSubmit={({ value }) => void calls.push(['submit', value])}
    />,
  )
  fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Enter' })
  type('eur')
  fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Enter' })
  await act(async () => {})
  expect(calls).toEqual([
    ['change', 'eur'],
    ['submit', 'eur'],
  ])
})

it('clears by its button and by Esc, and keeps the focus', () => {
  const onChange = vi.fn()
  render(<SearchField label="Find" value="eur" onChange={onChange} />)
  fireEvent.click(screen.getByRole('button', { name: 'ui.clear' }))
  expect(onChange.mock.calls).toEqual([[{ value: '' }]])
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  expect(screen.queryByRole('button')).toBeNull()
  type('x')
  fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Escape' })
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
})

it('takes a value from outside, and keeps what is typed when its own value comes back', () => {
  const { rerender } = render(<SearchField label="Find" value="" delay={0} />)
  type('eu')
  act(() => void vi.advanceTimersByTime(0))
  type('eur')
  rerender(<SearchField label="Find" value="eu" delay={0} />)
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('eur')
  rerender(<SearchField label="Find" value="gold" delay={0} />)
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('gold')
})

it('sends nothing after it has gone', () => {
  const onChange = vi.fn()
  const { unmount } = render(<SearchField label="Find" onChange={onChange} />)
  type('e')
  unmount()
  vi.advanceTimersByTime(1000)
  expect(onChange).not.toHaveBeenCalled()
})
