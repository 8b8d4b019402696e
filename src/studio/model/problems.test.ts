import { expect, test } from 'vitest'
import type { Diagnostic } from '../compiler/protocol.ts'
import { groupProblems } from './problems.ts'

const missing = (language: string): Diagnostic => ({
  file: `locales/${language}.json`,
  line: 9,
  column: 1,
  endLine: 9,
  endColumn: 2,
  path: 'withdraw.large',
  rule: 'missing-translation',
  severity: 'error',
  message: 'Add "withdraw.large" to this file.',
})

test('a text that is missing in three languages is one problem', () => {
  const other = { ...missing('de'), file: 'screens/a.json', path: 'body/0' }
  const groups = groupProblems([missing('ar'), other, missing('de'), missing('fr')])
  expect(groups.map(({ first, others }) => [first.file, ...others])).toEqual([
    ['locales/ar.json', 'de', 'fr'],
    ['screens/a.json'],
  ])
})
