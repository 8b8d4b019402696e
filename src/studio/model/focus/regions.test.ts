// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { focusRegion, regions } from './regions.ts'

afterEach(() => {
  document.body.innerHTML = ''
})

it.each([
  ['its first control', '', 'help'],
  ['its first field, if it is of fields', 'data-region-fields', 'words'],
])('the focus goes to %s', (_name, attribute, id) => {
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList)
  document.body.innerHTML = `<aside data-region="the properties" ${attribute}>
    <button id="help"></button><input id="words"></aside>`
  regions().forEach(focusRegion)
  expect(document.activeElement?.id).toBe(id)
})
