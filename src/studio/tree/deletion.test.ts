import { expect, it } from 'vitest'
import { deletionOf } from './deletion.ts'

const ENTRY = { file: 'screens/shop/index.json', id: 'shop/index', kind: 'screen' } as const
const FILES = {
  'screens/shop/index.json': '{"id":"shop/index"}',
  'fixtures/screens/shop/index.json': '{"full":{"about":"All shelves."}}',
}

it('a screen is deleted with its saved states', () => {
  expect(deletionOf(ENTRY, FILES)).toEqual({
    changes: { 'screens/shop/index.json': null, 'fixtures/screens/shop/index.json': null },
    with: ['its saved states'],
  })
})

it('a part has no saved states', () => {
  const entry = { file: 'screens/parts/shop/index.json', id: 'shop/index', kind: 'part' } as const
  expect(deletionOf(entry, FILES)).toEqual({ changes: { 'screens/parts/shop/index.json': null }, with: [] })
})
