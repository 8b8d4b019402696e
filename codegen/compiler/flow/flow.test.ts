import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadProject } from '../../cli/load.ts'
import { productCompiler } from '../../product.ts'
import type { Files } from '../source/source.ts'

const base = loadProject(join(import.meta.dirname, '../../../tests/cases/check/project'))
const rulesOf = (files: Files): string[] =>
  productCompiler()
    .check(files)
    .diagnostics.map((diagnostic) => diagnostic.rule)
const text = { widget: 'Text', props: { text: 'plain' } }

test('the small project is there', () => {
  expect(base.size).toBeGreaterThan(30)
  expect(rulesOf(base)).toEqual([])
})

test('reports screens that all lead to one another, and the loop search terminates', () => {
  const files = new Map(base)
  const count = 25
  for (let one = 0; one < count; one++) {
    const onShow = Array.from({ length: count }, (_, to) => ({
      action: 'call',
      call: 'user/login',
      payload: { account: `a${to}`, password: 'b' },
      onSuccess: [{ action: 'resetTo', to: `/s${to}` }],
    }))
    files.set(
      `screens/s${one}.json`,
      JSON.stringify({ id: `s${one}`, route: `/s${one}`, title: 'plain', onShow, body: [text] }),
    )
  }
  expect(rulesOf(files).filter((rule) => rule === 'show-loop')).toHaveLength(count)
})

test('nested sheets and parts over the limit are rejected without being walked', () => {
  const files = new Map(base)
  for (let level = 0; level < 25; level++) {
    const inner = { part: `p${level - 1}` }
    const body =
      level === 0
        ? [text]
        : [{ widget: 'Button', props: { label: 'plain' }, on: { press: [{ action: 'sheet', body: [inner, inner] }] } }]
    files.set(
      `screens/parts/p${level}.json`,
      JSON.stringify({ id: `p${level}`, body: [{ widget: 'Stack', children: body }] }),
    )
  }
  files.set(
    'screens/case.json',
    JSON.stringify({ id: 'case', route: '/case', title: 'plain', body: [{ part: 'p24' }] }),
  )
  expect(rulesOf(files)).toContain('limits')
})

test('an incremental compiler reports a finding again, and drops it after the correction', () => {
  const compiler = productCompiler()
  const wrong = new Map([
    ...base,
    [
      'screens/case.json',
      JSON.stringify({ id: 'case', route: '/case', title: 'plain', access: ['verified'], body: [text] }),
    ],
  ])
  for (const [files, expected] of [
    [base, []],
    [wrong, ['access-order']],
    [wrong, ['access-order']],
    [base, []],
  ] as const) {
    expect(compiler.check(files).diagnostics.map((diagnostic) => diagnostic.rule)).toEqual(expected)
  }
})

test('an access rule without its screen is reported for the unchanged screens behind it', () => {
  const compiler = productCompiler()
  compiler.check(base)
  const without = new Map(base)
  without.delete('screens/pages/user/primaryAuth.json')
  expect(compiler.check(without).diagnostics.map((diagnostic) => `${diagnostic.file} ${diagnostic.rule}`)).toContain(
    'screens/home.json access-screen',
  )
})
