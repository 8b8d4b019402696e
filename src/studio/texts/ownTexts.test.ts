import { expect, it } from 'vitest'
import { withoutOwnTexts } from './ownTexts.ts'

it('a deleted node takes the texts along that were made for it, and no others', () => {
  const files = {
    'locales/en.json': '{"a.live":"Live","a.own":"Own","a.shared":"Shared"}',
    'locales/de.json': '{"a.own":"Eigen"}',
    'screens/a.json': '{"title":"a.shared"}',
  }
  const changed = withoutOwnTexts({ props: { text: 'a.own', title: 'a.live', label: 'a.shared' } }, files, {
    'locales/en.json': '{"a.live":"Live"}',
  })
  expect(JSON.parse(changed['locales/en.json'] ?? '')).toEqual({ 'a.live': 'Live', 'a.shared': 'Shared' })
  expect(JSON.parse(changed['locales/de.json'] ?? '')).toEqual({})
  expect(Object.keys(changed)).toEqual(['locales/en.json', 'locales/de.json'])
})
