import { expect, it } from 'vitest'
import { projectFiles } from '../../../tests/support/project.ts'
import { choiceWords } from './titles.ts'
import { widgetsOf, type PropertySchema } from './vocabulary.ts'

it.each([
  ['md', 'Medium'],
  ['between', 'Spread apart'],
  ['1h', '1 hour'],
  ['15m', '15 minutes'],
  ['takeProfit', 'Take profit'],
  ['16:9', '16:9'],
  ['toString', 'To string'],
])('the value %s of an enumeration is “%s”', (value, words) => expect(choiceWords(value)).toBe(words))

it('each value of the properties of the widgets has words, and no abbreviation of the code', () => {
  const valuesOf = ({ enum: own = [], properties = {}, items }: PropertySchema): unknown[] => [
    ...own,
    ...Object.values(properties).flatMap(valuesOf),
    ...(items ? valuesOf(items) : []),
  ]
  const widgets = widgetsOf(Object.fromEntries(projectFiles))
  const values = [...widgets.values()]
    .flatMap(({ props }) => valuesOf(props))
    .filter((item) => typeof item === 'string')
  expect(values.length).toBeGreaterThan(100)
  const isWord = (words: string): boolean => /^[\d:]+$|^Up$|^[A-Z]{3}|^(?=.*[AEIOUYaeiouy]).{3}/.test(words)
  expect(values.filter((value) => value !== '' && !isWord(choiceWords(value)))).toEqual([])
})
