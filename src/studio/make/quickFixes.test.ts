import { describe, expect, it } from 'vitest'
import { pressQuickFixes } from '../../../tests/support/quickFixes.ts'
import { changedProject, compiler, projectFiles } from '../../../tests/support/project.ts'
import { setValue } from '../model/document.ts'
import { sourcesOf } from './display.ts'
import { screenFrom } from './templates.ts'
import { LONG } from '../../../tests/support/long.ts'

const files = Object.fromEntries(projectFiles)
const sources = sourcesOf(files, files)
const FILE = 'screens/gifts/made.json'

const problemsOf = (text: string) =>
  compiler
    .check(changedProject([[FILE, text]]))
    .diagnostics.filter(({ file, rule }) => file === FILE && rule !== 'unreachable-screen')

it('a form that moves money without anything that it needs is sound after the presses', LONG, () => {
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
  const { text, pressed } = pressQuickFixes(JSON.stringify(made, null, 2), problemsOf, sources)
  expect(problemsOf(text).map(({ rule, message }) => `${rule}: ${message}`)).toEqual([])
  expect(pressed.toSorted()).toEqual([
    'Ask the user before it',
    'Fetch again what it changes',
    'Fetch again what it may have changed',
    'Only for users who are logged in',
  ])
})

describe('one press mends what a screen lost', () => {
  const [send, list] = ['wallet/transfer', 'wallet/transfers'].map((name) => sources.calls.get(name))
  const made = screenFrom(
    {
      template: 'listAndForm',
      id: 'gifts/made',
      title: 'transfer.title',
      button: 'transfer.submit',
      ...(send && { send }),
      ...(list && { list }),
    },
    sources,
  )
  const nodes = 'body/0/children'
  const amount = 'forms.transfer.amount'

  it.each([
    ['data that a list waited for', setValue(made, 'queries/transfers', undefined), 'Delete what shows it'],
    ['a condition of words', setValue(made, `${nodes}/1/visible`, 'amount bigger than 5'), 'Remove the condition'],
    [
      'a condition of words with “=”',
      setValue(made, `${nodes}/1/visible`, '=amount bigger than 5'),
      'Remove the condition',
    ],
    [
      'an amount beside a number in quotes',
      setValue(made, `${nodes}/1/visible`, `=${amount} != null && ${amount} > '5'`),
      'Write 5 as an amount',
    ],
  ])('%s', (_name, broken, title) => {
    const { text, pressed } = pressQuickFixes(broken, problemsOf, sources)
    expect(pressed).toEqual([title])
    expect(problemsOf(text)).toEqual([])
  })
})
