import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { accessRules } from '../../../src/product/accessRules.ts'
import { changedProject, compiler, projectFiles as files } from '../../support/project.ts'

const root = join(import.meta.dirname, '../../..')
const page = ['README', 'REFERENCE'].map((name) => readFileSync(join(root, `screens/${name}.md`), 'utf8')).join('\n')
const blocks = [...page.matchAll(/```json\n([^`]*)```/g)].map((match) => (match[1] ?? '').trim().replace(/,$/, ''))

type Obj = Record<string, unknown>
const read = (text: string): Obj => JSON.parse(text) as Obj

/** The screen at the end of section 5 of "Writing a screen", made of the snippets of the page. */
function written(): { screen: Obj; texts: string } {
  const [first = '', texts = '', queries = '', list = '', info = '', form = '', on = ''] = blocks
  const screen = read(first)
  const scroll = (screen.body as { children: unknown[] }[])[0]
  screen.queries = { ...(read(`{${queries}}`).queries as Obj), ...read(`{${info}}`) }
  scroll?.children.push({ ...read(form), ...read(`{${on}}`) }, read(list))
  return { screen, texts }
}

const check = (change: (screen: string) => string = (screen) => screen) => {
  const { screen, texts } = written()
  const text = change(JSON.stringify(screen))
  const english = (files.get('locales/en.json') ?? '').replace('{', `{ ${texts},`)
  return compiler.check(
    changedProject([
      ['screens/quick/move.json', text],
      ['locales/en.json', english],
    ]),
  ).diagnostics
}

test('the screen of the page is valid, apart from the steps it names as open', () => {
  expect(blocks.length).toBeGreaterThan(6)
  const diagnostics = check()
  expect(new Set(diagnostics.map(({ rule }) => rule))).toEqual(new Set(['missing-translation', 'unreachable-screen']))
  expect(diagnostics.filter(({ rule }) => rule === 'missing-translation')).toHaveLength(2 * 9)
})

test.each([
  ['move.amount', 'move.amuont', 'unknown-field'],
  ['=money(move.amount, move.currency)', '=move.amount', 'type-mismatch'],
  ['move.amount, move.currency', "move.amount, 'USDT'", 'currency-mismatch'],
  ['"amount":"=form.amount"', '"amount":"=form.amount * decimal(\'2\')"', 'money-amount'],
  [',"onError":[{"action":"refresh","queries":["info"]}]', '', 'money-fail'],
  ['"access":["login"],', '', 'login-needed'],
])('the suggested mistake is reported: %s', (from, into, rule) => {
  const changed = check((screen) => {
    expect(screen).toContain(from)
    return screen.replace(from, into)
  })
  expect(
    changed.filter((diagnostic) => diagnostic.file === 'screens/quick/move.json').map((diagnostic) => diagnostic.rule),
  ).toContain(rule)
})

test('a button that links to it makes it reachable', () => {
  const button = read(blocks[7] ?? '')
  expect(JSON.stringify(button)).toContain('/pages/quick/move')
})

test('the page names the access rules that a screen may use', () => {
  const [, names = ''] = /The access rules are ([^]*?)\. For/.exec(page) ?? []
  expect([...names.matchAll(/`(\w+)`/g)].map((match) => match[1])).toEqual(Object.keys(accessRules))
})

test('the button that section 6 names is in its screen', () => {
  const [, file = '', route = ''] = /in `(screens\/[\w/]+\.json)` find `([\w/]+)`/.exec(page) ?? []
  expect(files.get(file)).toContain(`"to": "${route}"`)
})

describe('the part that the page prints', () => {
  const [part = '', use = ''] = blocks.slice(8)
  const checkPart = (change: (use: string) => string = (use) => use) => {
    const { screen, texts } = written()
    screen.state = { view: { type: { type: 'string', enum: ['all', 'coin'] }, value: 'all' } }
    ;(screen.body as { children: unknown[] }[])[0]?.children.push(read(change(use)))
    const english = (files.get('locales/en.json') ?? '').replace('{', `{ ${texts},`)
    const all = changedProject([
      ['screens/quick/move.json', JSON.stringify(screen)],
      ['screens/parts/quick/moves.json', part],
      ['locales/en.json', english],
    ])
    return compiler
      .check(all)
      .diagnostics.filter(({ rule }) => rule !== 'missing-translation' && rule !== 'unreachable-screen')
  }

  test('is valid where a screen passes the required references', () => {
    expect(read(part).id).toBe('quick/moves')
    expect(checkPart()).toEqual([])
  })

  test.each([
    ['=state.view', 'all'],
    ['=moves', '=info'],
  ])('is refused %s of another kind', (from, into) => {
    expect(checkPart((use) => use.replace(`"${from}"`, `"${into}"`)).map(({ rule }) => rule)).toContain(
      'reference-parameter',
    )
  })
})

test('the screen that the README shows is the one of the catalogue, without its placeholders', () => {
  const [block = ''] = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/```json\n([^`]*)```/g)].map(
    (match) => match[1] ?? '',
  )
  const shown = read(block)
  const { $schema: _schema, ...screen } = read(files.get(`screens/${String(shown.id)}.json`) ?? '{}')
  const queries = Object.fromEntries(
    Object.entries(screen.queries as Record<string, Obj>).map(
      ([name, { loading: _loading, empty: _empty, ...query }]) => [name, query],
    ),
  )
  expect(shown).toEqual({ ...screen, queries })
})
