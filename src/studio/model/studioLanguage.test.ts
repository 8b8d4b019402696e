import { describe, expect, it } from 'vitest'
import changes from '../../../codegen/compiler/messages/changesForStaff.json' with { type: 'json' }
import germanChanges from '../../../codegen/compiler/messages/changesForStaff.de.json' with { type: 'json' }
import findings from '../../../codegen/compiler/messages/staff.json' with { type: 'json' }
import germanFindings from '../../../codegen/compiler/messages/staff.de.json' with { type: 'json' }
import { plainProblem } from '../problems/plain.ts'

const namesIn = (text: string): string[] =>
  Array.from(text.matchAll(/\{\{(\w+)\}\}/g), ([, name = '']) => name).toSorted()

describe.each([
  ['findings', findings, germanFindings],
  ['changes', changes, germanChanges],
] as const)('texts of %s in German', (_kind, english, german) => {
  it('are those of the English catalogue, with the same values', () => {
    const values = (texts: Readonly<Record<string, string>>) =>
      Object.fromEntries(
        // A text that refers to another one is that in each language.
        Object.entries(texts).flatMap(([code, text]) => (text.startsWith('$t(') ? [] : [[code, namesIn(text)]])),
      )
    expect(values(german)).toEqual(values(english))
  })

  it('differ from the English ones', () => {
    const texts: Readonly<Record<string, string>> = english
    expect(Object.entries(german).filter(([code, text]) => texts[code] === text)).toEqual([])
  })
})

it('a finding has its words in the language that is asked for', () => {
  const problem = {
    file: 'screens/a.json',
    rule: 'empty-handler',
    code: 'empty-handler/noStep',
    params: {},
    message: '',
    path: '',
  }
  expect(plainProblem(problem, { published: {}, language: 'de' })).toEqual({
    message: 'Hier folgt kein Schritt, deshalb geschieht nichts.',
    hint: 'Fügen Sie unter „What happens“ einen Schritt hinzu.',
  })
  expect(plainProblem(problem, { published: {} }).message).toBe('No step follows here, so nothing happens.')
})
