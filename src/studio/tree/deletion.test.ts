import { expect, it } from 'vitest'
import { deletionOf } from './deletion.ts'

const ENTRY = { file: 'screens/shop/index.json', id: 'shop/index', kind: 'screen' } as const
const FILES = {
  'screens/shop/index.json': '{"id":"shop/index"}',
  'fixtures/screens/shop/index.json': '{"full":{"about":"All shelves."}}',
}

it('a screen is deleted with its saved states', () => {
  expect(deletionOf(ENTRY, [], FILES)).toEqual({
    changes: { 'screens/shop/index.json': null, 'fixtures/screens/shop/index.json': null },
    with: ['its saved states'],
  })
})

it('a part has no saved states', () => {
  const entry = { file: 'screens/parts/shop/index.json', id: 'shop/index', kind: 'part' } as const
  expect(deletionOf(entry, [], FILES)).toEqual({ changes: { 'screens/parts/shop/index.json': null }, with: [] })
})

it('a file is deleted with the texts that only it uses, in all languages', () => {
  const files = {
    ...FILES,
    'locales/en.json': '{"shop.title":"Shop","ui.ok":"OK"}',
    'locales/de.json': '{"shop.title":"Laden","ui.ok":"OK"}',
  }
  const { changes, with: owned } = deletionOf(ENTRY, ['shop.title'], files)
  expect(owned).toEqual(['its saved states', '1 text that nothing else uses: “Shop”'])
  for (const path of ['locales/en.json', 'locales/de.json'])
    expect(JSON.parse(changes[path] ?? '')).toEqual({ 'ui.ok': 'OK' })
})
