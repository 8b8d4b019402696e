import { describe, expect, it } from 'vitest'
import { loadProject } from '../../../codegen/check/load.ts'
import { Compiler } from '../../../codegen/compile/project.ts'
import { sourcesOf } from './display.ts'
import { formCalls, listCalls, screenFrom, type Choice } from './templates.ts'

const project = loadProject(new URL('../../..', import.meta.url).pathname)
const files = Object.fromEntries(project)
const sources = sourcesOf(files, files)
const { calls } = sources
const compiler = new Compiler()
const lists = listCalls(calls.values(), sources)
const forms = formCalls(calls.values(), sources)
const transfers = calls.get('wallet/transfers')

/** What is left for the author: nothing leads to a screen that has just been made. */
const problemsOf = (choice: Omit<Choice, 'id' | 'title'>): string[] => {
  const text = screenFrom({ ...choice, id: 'gifts/made', title: 'about.title', button: 'data.save' }, sources)
  return compiler
    .check(new Map([...project, ['screens/gifts/made.json', text]]))
    .diagnostics.filter(({ rule }) => rule !== 'unreachable-screen')
    .map(({ rule, message, file, line }) => `${file}:${line} ${rule}: ${message}`)
}

describe('a screen made from a template is sound', () => {
  it('of nothing', () => expect(problemsOf({ template: 'empty' })).toEqual([]))
  it.each(lists.map((list) => [list.name, list] as const))('a list of %s', (_name, list) =>
    expect(problemsOf({ template: 'list', list })).toEqual([]),
  )
  it.each(forms.map((send) => [send.name, send] as const))('a form that sends %s', (_name, send) =>
    expect(problemsOf({ template: 'form', send })).toEqual([]),
  )
  it.each(forms.map((send) => [send.name, send] as const))('a form that sends %s, with a list', (_name, send) =>
    expect(problemsOf({ template: 'listAndForm', send, ...(transfers && { list: transfers }) })).toEqual([]),
  )
})

it('there are enough of them to choose from', () => {
  expect(lists.length).toBeGreaterThan(8)
  expect(forms.map(({ name }) => name)).toContain('wallet/transfer')
})
