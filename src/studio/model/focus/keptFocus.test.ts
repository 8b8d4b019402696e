// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepFocus } from './keptFocus.ts'

let stop: () => void
beforeEach(() => {
  // jsdom lays nothing out: each element has a box.
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList)
  document.body.innerHTML = `
    <header data-region="the views"><button id="view">Screens</button></header>
    <main data-region="the outline">
      <ul>
        <li id="first"><button id="open1">One</button><button id="remove1">Remove</button></li>
        <li id="second"><button id="open2">Two</button><button id="remove2">Remove</button></li>
      </ul>
      <button id="add">Add</button>
    </main>`
  stop = keepFocus()
})
afterEach(() => {
  stop()
  document.body.innerHTML = ''
})

const element = (id: string): HTMLElement => document.querySelector<HTMLElement>(`#${id}`) ?? document.body
const focusedId = (): string => document.activeElement?.id ?? ''
/** Changes the page; the observer runs after the change. */
async function after(change: () => void): Promise<string> {
  change()
  await Promise.resolve()
  return focusedId()
}

it('the next row gets the focus of a row that is removed', async () => {
  element('remove1').focus()
  expect(await after(() => element('first').remove())).toBe('open2')
})

it('the row before gets it where there is no next one', async () => {
  element('remove2').focus()
  expect(await after(() => element('second').remove())).toBe('remove1')
})

it('a control nearby gets it where the whole list is removed', async () => {
  element('remove2').focus()
  expect(await after(() => document.querySelector('ul')?.remove())).toBe('add')
})

it('no other control gets it where one is disabled', async () => {
  element('open1').focus()
  expect(await after(() => element('open1').setAttribute('disabled', ''))).not.toBe('remove1')
})

it('the title gets it of what is folded away', async () => {
  element('add').insertAdjacentHTML(
    'afterend',
    '<details open><summary id="title">More</summary><input id="field"></details>',
  )
  element('field').focus()
  expect(await after(() => document.querySelector('details')?.removeAttribute('open'))).toBe('title')
})

it('the region that had it before gets it where something above the regions is removed', async () => {
  element('add').focus()
  document.body.insertAdjacentHTML('beforeend', '<div id="message"><button id="undo">Undo</button></div>')
  element('undo').focus()
  expect(await after(() => element('message').remove())).toBe('open1')
})

it('the view that replaces another one gets it', async () => {
  element('add').focus()
  const replaced = after(() => {
    const other = document.createElement('main')
    other.dataset.region = 'the entries'
    other.innerHTML = '<button id="entry">Entry</button>'
    document.querySelector('main')?.replaceWith(other)
  })
  expect(await replaced).toBe('entry')
})

it('nothing gets it where a control that had it is still there', async () => {
  element('open1').focus()
  element('open1').blur()
  expect(await after(() => element('second').remove())).toBe('')
})

it('nothing gets it where another control has it by then', async () => {
  element('remove1').focus()
  const moved = after(() => {
    element('first').remove()
    element('add').focus()
  })
  expect(await moved).toBe('add')
})
