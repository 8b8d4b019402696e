// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '../../../../tests/support/react.tsx'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import SlideVerify from './SlideVerify.tsx'

beforeEach(() => void vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(354))
afterEach(() => document.documentElement.removeAttribute('dir'))

const slider = () => screen.getByRole<HTMLInputElement>('slider')
const handle = () => slider().nextElementSibling as HTMLElement
const pressEnd = () => act(async () => void fireEvent.click(slider().previousElementSibling as HTMLElement))
/** The way is 300 px long. */
async function drag(by: number) {
  await act(async () => {
    fireEvent.pointerDown(handle(), { button: 0, clientX: 100, pointerId: 1 })
    fireEvent.pointerMove(handle(), { clientX: 100 + by })
    fireEvent.pointerUp(handle(), { clientX: 100 + by })
  })
}

it('is done when dragged to the end', async () => {
  const onDone = vi.fn()
  render(<SlideVerify onDone={onDone} />)
  await drag(300)
  expect(onDone).toHaveBeenCalledTimes(1)
  expect(screen.getByRole('status').textContent).toBe('ui.verified')
  expect(slider().disabled).toBe(true)
})

it('springs back from anywhere before the end, and a tap does nothing', async () => {
  const onDone = vi.fn()
  render(<SlideVerify onDone={onDone} />)
  await drag(270)
  await drag(0)
  expect(onDone).not.toHaveBeenCalled()
  expect(slider().value).toBe('0')
})

it('is done when its end is pressed, after which a press does nothing', async () => {
  const onDone = vi.fn()
  render(<SlideVerify onDone={onDone} />)
  await pressEnd()
  await pressEnd()
  expect(onDone).toHaveBeenCalledTimes(1)
  expect(slider().disabled).toBe(true)
})

it('runs the other way where the language does', async () => {
  document.documentElement.dir = 'rtl'
  const onDone = vi.fn()
  const { container } = render(<SlideVerify onDone={onDone} />)
  const track = container.firstElementChild as HTMLElement
  track.style.direction = 'rtl'
  await drag(300)
  expect(onDone).not.toHaveBeenCalled()
  await drag(-300)
  expect(onDone).toHaveBeenCalledTimes(1)
})

it('is moved by keyboard and by a screen reader through its slider', async () => {
  const onDone = vi.fn()
  render(<SlideVerify label="Slide to sign in" onDone={onDone} />)
  expect(screen.getByRole('slider', { name: 'Slide to sign in' })).toBe(slider())
  await act(async () => void fireEvent.change(slider(), { target: { value: '50' } }))
  expect(slider().value).toBe('50')
  expect(onDone).not.toHaveBeenCalled()
  await act(async () => void fireEvent.change(slider(), { target: { value: '100' } }))
  expect(onDone).toHaveBeenCalledTimes(1)
})

it('goes back when its handler has failed', async () => {
  render(<SlideVerify onDone={() => Promise.reject(new Error('refused'))} />)
  await drag(300)
  expect(slider().disabled).toBe(false)
  expect(slider().value).toBe('0')
})

it('starts again when its value is taken back', async () => {
  const { rerender } = render(<SlideVerify value />)
  expect(slider().disabled).toBe(true)
  rerender(<SlideVerify value={false} />)
  expect(slider().disabled).toBe(false)
})

it('cannot be moved while disabled', async () => {
  const onDone = vi.fn()
  render(<SlideVerify disabled onDone={onDone} />)
  await drag(300)
  await pressEnd()
  expect(onDone).not.toHaveBeenCalled()
})
