import { expect, it } from 'vitest'
import { pressCures } from '../../../tests/support/cures.ts'
import { changedProject, compiler, projectFiles } from '../../../tests/support/project.ts'
import { sourcesOf } from './display.ts'
import { screenFrom } from './templates.ts'

const files = Object.fromEntries(projectFiles)
const sources = sourcesOf(files, files)
const FILE = 'screens/gifts/made.json'

const problemsOf = (text: string) =>
  compiler
    .check(changedProject([[FILE, text]]))
    .diagnostics.filter(({ file, rule }) => file === FILE && rule !== 'unreachable-screen')

it('a form that moves money without anything that it needs is sound after the presses', () => {
  const send = sources.calls.get('wallet/transfer')
  if (!send) throw new Error('The contract has no call wallet/transfer.')
  const made = JSON.parse(
    screenFrom(
      { template: 'form', id: 'gifts/made', title: 'transfer.title', button: 'transfer.submit', send },
      sources,
    ),
  ) as { access?: unknown; body: [{ children: [{ on: { submit: Record<string, unknown>[] } }] }] }
  delete made.access
  const { on } = made.body[0].children[0]
  const [, call] = on.submit
  on.submit = [{ action: 'call', call: call?.call, payload: call?.payload }]
  const { text, pressed } = pressCures(JSON.stringify(made, null, 2), problemsOf, sources)
  expect(problemsOf(text).map(({ rule, message }) => `${rule}: ${message}`)).toEqual([])
  expect(pressed.toSorted()).toEqual([
    'Ask the user before it',
    'Fetch again what it changes',
    'Fetch again what it may have changed',
    'Only for users who are logged in',
  ])
})
