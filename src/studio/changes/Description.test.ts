import { expect, it } from 'vitest'
import { noteOf } from './Description.tsx'

it.each<[string, string[], string]>([
  ['all sentences', ['One changed.', 'Two changed.'], 'One changed. Two changed.'],
  ['as many as a note takes', ['a'.repeat(300), 'b'.repeat(300)], `${'a'.repeat(300)} And 1 more.`],
])('a note has %s', (_name, sentences, note) => expect(noteOf(sentences)).toBe(note))
