import { expect, it, vi } from 'vitest'
import { storeTyped, watchTab } from './tabStorage.ts'

/** A frame whose window answers an event as the test says. */
const frameWith = (dispatchEvent: () => void): HTMLIFrameElement =>
  ({ contentWindow: { dispatchEvent } }) as unknown as HTMLIFrameElement

it('typed values of a frame that could not be loaded: nothing is stored, and the other frames are', () => {
  const other = vi.fn()
  const stop = watchTab(
    frameWith(() => {
      throw new DOMException('Blocked a frame from accessing a cross-origin frame.', 'SecurityError')
    }),
  )
  const stopOther = watchTab(frameWith(other))
  storeTyped()
  expect(other).toHaveBeenCalledOnce()
  stop()
  stopOther()
})
