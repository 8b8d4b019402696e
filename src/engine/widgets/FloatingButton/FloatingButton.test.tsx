// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '../../../../tests/support/react.tsx'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import FloatingButton from './FloatingButton.lazy.tsx'
import { dock, isPosition } from './position.ts'
import { client } from '../../../../tests/support/client.ts'

beforeEach(() => {
  client.storage.writeText('place.floating', null)
  Object.assign(window, { innerWidth: 400, innerHeight: 800 })
})

afterEach(() => void vi.useRealTimers())

/** The button, at right: 338..390 × 500..552, moving with its translation as a browser's does. */
function button() {
  const element = screen.getByRole<HTMLButtonElement>('button')
  element.getBoundingClientRect = () => {
    const [dx = 0, dy = 0] = element.style.translate.split(' ').map((part) => Number.parseFloat(part) || 0)
    return new DOMRect(338 + dx, 500 + dy, 52, 52)
  }
  return element
}
function drag(element: HTMLElement, x: number, y: number) {
  fireEvent.pointerDown(element, { button: 0, clientX: 364, clientY: 526, pointerId: 1 })
  fireEvent.pointerMove(element, { clientX: 364 + x, clientY: 526 + y })
  const moved = element.style.translate
  fireEvent.pointerUp(element)
  fireEvent.click(element, { detail: 1 })
  return moved
}
/** Shows the whole button, as a pointer over it does. */
const reveal = () => fireEvent.pointerEnter(button())
const stored = () => JSON.parse(client.storage.readText('place.floating') ?? 'null') as unknown

it('is at the end of the line and at the bottom until moved', () => {
  const { rerender } = render(<FloatingButton label="Service" icon="headset" />)
  expect(button().style.right).not.toBe('')
  expect(button().style.getPropertyValue('--down')).toBe('1')
  document.documentElement.dir = 'rtl'
  rerender(<FloatingButton label="خدمة" icon="headset" />)
  document.documentElement.dir = ''
  expect(button().style.left).not.toBe('')
})

it('a tap presses', () => {
  const onPress = vi.fn()
  render(<FloatingButton label="Service" icon="headset" onPress={onPress} />)
  reveal()
  drag(button(), 3, 2)
  expect(onPress).toHaveBeenCalledTimes(1)
  expect(stored()).toBeNull()
})

it('a drag docks it to the nearer edge, presses nothing and is kept', () => {
  const onPress = vi.fn()
  const { unmount } = render(<FloatingButton label="Service" icon="headset" onPress={onPress} />)
  drag(button(), -250, -126)
  expect(onPress).not.toHaveBeenCalled()
  expect(stored()).toEqual({ edge: 'left', down: 0.5 })
  expect(button().style.left).not.toBe('')
  unmount()
  render(<FloatingButton label="Service" icon="headset" />)
  expect(button().style.left).not.toBe('')
  expect(button().style.getPropertyValue('--down')).toBe('0.5')
})

it('cannot be dragged out of the window', () => {
  render(<FloatingButton label="Service" icon="headset" />)
  expect(drag(button(), 500, 5000)).toBe('10px 248px')
})

it('after a drag the next tap presses again', () => {
  const onPress = vi.fn()
  render(<FloatingButton label="Service" icon="headset" onPress={onPress} />)
  reveal()
  drag(button(), -250, 0)
  drag(button(), 0, 0)
  expect(onPress).toHaveBeenCalledTimes(1)
})

it('is moved by arrow keys and pressed by Enter', () => {
  const onPress = vi.fn()
  render(<FloatingButton label="Service" icon="headset" onPress={onPress} />)
  fireEvent.keyDown(button(), { key: 'ArrowLeft' })
  fireEvent.keyDown(button(), { key: 'ArrowUp' })
  expect(stored()).toEqual({ edge: 'left', down: expect.closeTo(0.95) as number })
  fireEvent.click(button(), { detail: 0 })
  expect(onPress).toHaveBeenCalledTimes(1)
})

it('is a handle at the edge until a finger or the keyboard reveals it', () => {
  vi.useFakeTimers()
  const onPress = vi.fn()
  render(<FloatingButton label="Service" icon="headset" onPress={onPress} />)
  const element = button()
  const isTucked = () => element.className.includes('tucked')
  const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
  const tap = () => {
    fireEvent.pointerDown(element, { button: 0, clientX: 364, clientY: 526, pointerId: 1 })
    fireEvent.pointerUp(element)
    fireEvent.click(element, { detail: 1 })
  }
  expect(isTucked()).toBe(true)
  fireEvent.focus(element)
  wait(3_000)
  expect(isTucked()).toBe(false)
  fireEvent.blur(element)
  wait(3_000)
  expect(isTucked()).toBe(true)
  tap()
  expect([isTucked(), onPress.mock.calls.length]).toEqual([false, 0])
  tap()
  expect(onPress).toHaveBeenCalledTimes(1)
  wait(3_000)
  expect(isTucked()).toBe(true)
})

it('shows the count', () => {
  render(<FloatingButton label="Service" icon="headset" badge={120} />)
  expect(screen.getByRole('button', { name: 'Service (120)' }).textContent).toBe('99+')
})

it('ignores a stored place of another shape', () => {
  expect(isPosition({ edge: 'top', down: 0.5 })).toBe(false)
  expect(isPosition({ edge: 'left', down: 7 })).toBe(false)
  expect(dock(10, 900, 400, 800)).toEqual({ edge: 'left', down: 1 })
})
