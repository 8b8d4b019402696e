// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { markTyping, watchTyping } from './typing.ts'

let stop = (): void => undefined
afterEach(() => stop())

const isTyping = (): boolean => document.documentElement.hasAttribute('data-typing')

it.each([
  ['<input>', true],
  ['<textarea></textarea>', true],
  ['<input type="checkbox">', false],
  ['<button>', false],
])('the focus in %s is typing: %s', (html, typing) => {
  document.body.innerHTML = `${html}<button id="next">`
  stop = watchTyping()
  document.querySelector<HTMLElement>('body > *')?.focus()
  expect(isTyping()).toBe(typing)
  document.querySelector<HTMLElement>('#next')?.focus()
  expect(isTyping()).toBe(false)
})

it('a field that is removed while it has the focus is no longer typed into, once it is marked again', () => {
  document.body.innerHTML = '<input>'
  stop = watchTyping()
  document.querySelector('input')?.focus()
  expect(isTyping()).toBe(true)
  document.body.innerHTML = ''
  markTyping()
  expect(isTyping()).toBe(false)
})
