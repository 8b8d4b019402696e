import { describe, expect, it } from 'vitest'
import { changedProject, compiler, projectFiles } from '../../../tests/support/project.ts'
import { sourcesOf } from './display.ts'
import { formCalls, listCalls, screenFrom, type Choice } from './templates.ts'

const files = Object.fromEntries(projectFiles)
const sources = sourcesOf(files, files)
const { calls } = sources
const lists = listCalls(calls.values(), sources)
const forms = formCalls(calls.values(), sources)
const transfers = calls.get('wallet/transfers')

type Made = Omit<Choice, 'id' | 'title'>
const MADE: readonly [name: string, made: Made][] = [
  ['nothing', { template: 'empty' }],
  ...lists.map((list): [string, Made] => [`a list of ${list.name}`, { template: 'list', list }]),
  ...forms.flatMap((send): [string, Made][] => [
    [`a form that sends ${send.name}`, { template: 'form', send }],
    [
      `a form that sends ${send.name}, with a list`,
      { template: 'listAndForm', send, ...(transfers && { list: transfers }) },
    ],
  ]),
]

describe('a screen made from a template is sound', () => {
  const idOf = (index: number): string => `gifts/made${index}`
  // Compiled together: most of the time of a check is that of the whole project.
  const { diagnostics } = compiler.check(
    changedProject(
      MADE.map(([, made], index) => [
        `screens/${idOf(index)}.json`,
        screenFrom({ ...made, id: idOf(index), title: 'about.title', button: 'data.save' }, sources),
      ]),
    ),
  )
  /** Problems except that of a screen to which no screen leads, which is left to the author. */
  const problemsIn = (isIn: (file: string) => boolean): string[] =>
    diagnostics
      .filter(({ rule, file }) => isIn(file) && rule !== 'unreachable-screen')
      .map(({ rule, message, file, line }) => `${file}:${line} ${rule}: ${message}`)

  it.each(MADE.map(([name], index) => [name, idOf(index)] as const))('of %s', (_name, id) => {
    const file = `screens/${id}.json`
    expect(diagnostics.filter((diagnostic) => diagnostic.file === file).map(({ rule }) => rule)).toContain(
      'unreachable-screen',
    )
    expect(problemsIn((path) => path === file)).toEqual([])
  })
  it('in the rest of the project', () => expect(problemsIn((file) => !/\/made\d+\.json$/.test(file))).toEqual([]))
})

it('there are enough of them to choose from', () => {
  expect(lists.length).toBeGreaterThan(8)
  expect(forms.map(({ name }) => name)).toContain('wallet/transfer')
})

it('a form that moves money asks with the words of its button and all that is sent, and is empty afterwards', () => {
  const send = calls.get('wallet/transfer')
  const made = JSON.parse(
    screenFrom(
      { template: 'form', id: 'gifts/made', title: 'about.title', button: 'transfer.submit', ...(send && { send }) },
      sources,
    ),
  ) as { body: [{ children: [{ on: { submit: [unknown, { onSuccess: unknown[] }] } }] }] }
  const [confirm, { onSuccess }] = made.body[0].children[0].on.submit
  expect(confirm).toEqual({
    action: 'confirm',
    title: 'transfer.submit',
    rows: [
      { label: 'transfer.book', value: "=enumText('account', session.mode)" },
      { label: 'transfer.from', value: "=enumText('assets', 'coin')" },
      { label: 'transfer.to', value: "=enumText('assets', 'contract')" },
      { label: 'transfer.amount', value: '=money(form.amount, form.currency)' },
    ],
    confirmLabel: 'transfer.submit',
  })
  expect(onSuccess.at(-1)).toEqual({ action: 'setFormValues', form: 'transfer', clear: ['currency', 'amount'] })
})
