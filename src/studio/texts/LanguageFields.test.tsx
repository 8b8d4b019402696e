// @vitest-environment jsdom
import { fireEvent, render, screen } from '../../../tests/support/react.tsx'
import { expect, it, vi } from 'vitest'
import { LanguageFields } from './LanguageFields.tsx'

const SUGGESTIONS = {
  de: { words: 'Abbrechen', from: 'a.cancel', english: 'Cancel' },
  fr: { words: 'annuler !', from: 'b.cancel', english: 'cancel!' },
  ja: { words: '取り消す', from: 'a.cancel', english: 'Cancel' },
}

it('offers the translation of another text in each language without words, one by one and all at once', () => {
  const onChange = vi.fn<(words: Readonly<Record<string, string>>) => void>()
  render(
    <LanguageFields
      languages={['en', 'de', 'fr', 'ja']}
      words={{ en: 'Cancel', ja: 'やめる' }}
      suggestions={SUGGESTIONS}
      onChange={onChange}
    />,
  )
  expect(screen.getByText('b.cancel').parentElement?.textContent).toBe('“annuler !”, as in “cancel!” b.cancel')
  fireEvent.click(screen.getByRole('button', { name: 'Use “Abbrechen” in German' }))
  expect(onChange).toHaveBeenLastCalledWith({ de: 'Abbrechen' })
  fireEvent.click(screen.getByRole('button', { name: 'Use all 2' }))
  expect(onChange).toHaveBeenLastCalledWith({ de: 'Abbrechen', fr: 'annuler !' })
  expect(screen.queryByRole('button', { name: /Japanese/ })).toBeNull()
})
