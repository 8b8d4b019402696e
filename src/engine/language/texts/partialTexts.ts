import type { Texts } from './texts.ts'

/** A text of a language file: its words, or an object with the words of the source language while it is not translated. */
export type TextEntry = string | { en: string }
export type TextEntries = Readonly<Record<string, TextEntry>>

const PLURAL = /_(zero|one|two|few|many|other)$/

/** Whether some texts of a language file are not translated. Missing texts count as not translated then. */
export const isPartial = (entries: Readonly<Record<string, unknown>>): boolean =>
  Object.values(entries).some((entry) => typeof entry === 'object')

/** All texts of a language: its own words, and English where it has none. */
export function completeTexts(entries: TextEntries, english: TextEntries): Texts {
  const words = (from: TextEntries, key: string): string | undefined => {
    const entry = Object.hasOwn(from, key) ? from[key] : undefined
    return typeof entry === 'string' ? entry : undefined
  }
  const texts: Record<string, string> = {}
  // A plural form that English does not have has the words of its form for other numbers.
  for (const key of Object.keys(entries)) {
    const text = words(entries, key) ?? words(english, key) ?? words(english, key.replace(PLURAL, '_other'))
    if (text !== undefined) texts[key] = text
  }
  if (isPartial(entries))
    for (const key of Object.keys(english)) {
      const text = words(english, key)
      if (text !== undefined && !Object.hasOwn(texts, key) && !hasForms(entries, key)) texts[key] = text
    }
  return texts
}

/** Whether a language has forms of a counted text: it may not need all forms of English. */
const hasForms = (entries: TextEntries, key: string): boolean =>
  PLURAL.test(key) && Object.hasOwn(entries, key.replace(PLURAL, '_other'))
