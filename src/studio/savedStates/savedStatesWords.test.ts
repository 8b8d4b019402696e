import { expect, it } from 'vitest'
import { savedStatesWords } from './savedStatesWords.ts'

it('saved states of a screen: names them, and where one is chosen', () => {
  expect(savedStatesWords('{"long-list": {"about": "Many rows."}, "empty": {"about": "None."}}')).toBe(
    'Saved states of this screen: long list, empty. Choose one in “Saved state” above the preview.',
  )
})

it.each([undefined, '{}', '{'])('saved states of a screen without any say how to save one: %s', (text) => {
  expect(savedStatesWords(text)).toBe(
    'This screen has no saved state. Set up the preview, and press “Save this state” above it.',
  )
})
