// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { watchKeyboard } from './keyboard.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

const keyboardOf = () => document.documentElement.style.getPropertyValue('--keyboard')

function startWith(): { resize(more: { height: number; offsetTop?: number; scale?: number }): void; stop(): void } {
  const view = Object.assign(new EventTarget(), { height: innerHeight, offsetTop: 0, scale: 1 })
  vi.stubGlobal('visualViewport', view)
  return {
    stop: watchKeyboard(),
    resize: (more) => void Object.assign(view, { offsetTop: 0, scale: 1, ...more }).dispatchEvent(new Event('resize')),
  }
}

test('gives the root the height of a keyboard that covers the page', () => {
  const { resize, stop } = startWith()
  resize({ height: innerHeight - 300 })
  expect(keyboardOf()).toBe('300px')
  resize({ height: innerHeight - 300, offsetTop: 120 })
  expect(keyboardOf()).toBe('180px')
  resize({ height: innerHeight })
  expect(keyboardOf()).toBe('0px')
  stop()
  expect(keyboardOf()).toBe('')
})

test('takes a zoomed page for no keyboard', () => {
  const { resize, stop } = startWith()
  resize({ height: innerHeight / 2, scale: 2 })
  expect(keyboardOf()).toBe('0px')
  stop()
})

test('keeps the focused field in view, and moves no other element', () => {
  const { resize, stop } = startWith()
  const [field, button] = [document.createElement('input'), document.createElement('button')]
  document.body.append(field, button)
  const scrolled = vi.fn()
  for (const item of [field, button]) item.scrollIntoView = () => scrolled(item.tagName)
  field.focus()
  resize({ height: innerHeight - 300 })
  expect(scrolled.mock.calls).toEqual([['INPUT']])
  button.focus()
  resize({ height: innerHeight })
  expect(scrolled).toHaveBeenCalledTimes(1)
  stop()
})
