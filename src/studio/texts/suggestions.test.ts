import { expect, it } from 'vitest'
import { suggestionsFor } from './suggestions.ts'

const LOCALES = {
  en: {
    'b.cancel': 'cancel!',
    'a.cancel': 'Cancel',
    'b.other': 'Cancel it',
    'c.cancel': 'Cancel',
    'd.rows_one': 'Cancel',
    'e.amount': 'Amount {{amount}}',
  },
  de: { 'b.cancel': 'abbrechen!', 'a.cancel': 'Abbrechen', 'c.cancel': 'Verwerfen', 'e.amount': 'Betrag {{amount}}' },
  fr: { 'b.cancel': 'annuler !', 'd.rows_one': 'Annulez' },
  ja: { 'b.other': '取り消す' },
}

it('takes the translation of a text with the same English words, else of one that differs in case and punctuation', () => {
  expect(suggestionsFor('x.new', ' Cancel', LOCALES)).toEqual({
    de: { words: 'Abbrechen', from: 'a.cancel', english: 'Cancel' },
    fr: { words: 'annuler !', from: 'b.cancel', english: 'cancel!' },
  })
})

it('prefers a text of the same group among equals', () => {
  expect(suggestionsFor('c.new', 'Cancel', LOCALES).de).toEqual({
    words: 'Verwerfen',
    from: 'c.cancel',
    english: 'Cancel',
  })
})

it('takes none of the text itself, none with another placeholder, and none of no words', () => {
  expect(suggestionsFor('e.amount', 'Amount {{amount}}', LOCALES)).toEqual({})
  expect(suggestionsFor('x.new', 'Amount amount', LOCALES)).toEqual({})
  expect(suggestionsFor('x.new', ' … ', LOCALES)).toEqual({})
})
