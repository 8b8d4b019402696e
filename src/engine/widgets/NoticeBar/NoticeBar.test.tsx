// @vitest-environment jsdom
import { asSeconds } from '../../language/values/time.ts'
import { act, fireEvent, render, screen } from '../../../../tests/support/react.tsx'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import NoticeBar from './NoticeBar.tsx'

let reducedMotion = false
beforeEach(() => {
  vi.useFakeTimers()
  reducedMotion = false
  vi.stubGlobal('matchMedia', () => ({ matches: reducedMotion }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const wait = (seconds: number) => act(() => void vi.advanceTimersByTime(seconds * 1000))

it('turns to the next notice, round the end, and reports the one that is pressed', () => {
  const onPress = vi.fn()
  render(<NoticeBar texts={['one', 'two']} every={asSeconds(5)} onPress={onPress} />)
  const bar = screen.getByRole('button')
  wait(5)
  expect(bar.textContent).toBe('two')
  fireEvent.click(bar)
  expect(onPress).toHaveBeenCalledWith({ index: 1 })
  wait(5)
  expect(bar.textContent).toBe('one')
})

it('does not turn on focus, with reduced motion or one notice', () => {
  const { rerender, container } = render(<NoticeBar texts={['one', 'two']} every={asSeconds(5)} onPress={() => {}} />)
  fireEvent.focus(screen.getByRole('button'))
  wait(20)
  expect(container.textContent).toBe('one')
  reducedMotion = true
  rerender(<NoticeBar key="2" texts={['one', 'two']} every={asSeconds(5)} />)
  wait(20)
  expect(container.textContent).toBe('one')
  expect(vi.getTimerCount()).toBe(0)
})

it('stays on a notice that is there when the list gets shorter, and vanishes without any', () => {
  const { rerender, container } = render(<NoticeBar texts={['one', 'two', 'three']} every={asSeconds(5)} />)
  wait(10)
  expect(container.textContent).toBe('three')
  rerender(<NoticeBar texts={['only']} every={asSeconds(5)} />)
  expect(container.textContent).toBe('only')
  rerender(<NoticeBar texts={[]} />)
  expect(container.innerHTML).toBe('')
})
