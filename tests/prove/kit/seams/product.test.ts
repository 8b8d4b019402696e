import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CopiedProject } from './copiedProject.ts'

// Each addition to a copy of the project is one file of the product; texts and the screen that uses it are those of any feature.
let project: CopiedProject

beforeAll(() => {
  project = new CopiedProject()
}, 300_000)
afterAll(() => project.remove())

/** Gives a language a text: that of another key. */
const copyText = (from: string, to: string) => (text: string) =>
  text.replace(new RegExp(`"${from}": (".*")`), (line, value: string) => `"${to}": ${value},\n  ${line}`)

/** Shows a node on the screen for unknown addresses. */
const show = (visible: string) =>
  project.edit('screens/404/index.json', (text) =>
    text.replace(
      '"body": [',
      `"body": [{ "widget": "Text", "props": { "text": "tab.home" }, "visible": ${JSON.stringify(visible)} },`,
    ),
  )

const refusal = (): string => {
  const [findings = ''] = project.findings([{}])
  return findings
}

test('an access rule is one entry of src/product/accessRules.ts, and its text', () => {
  project.edit('screens/user/invite.json', (text) => text.replace(/"access": \[/, '"access": ["adult", '))
  expect(refusal()).toContain('unknown-access')
  project.edit('src/product/accessRules.ts', (text) =>
    text.replace(
      'export const accessRules = {',
      "export const accessRules = {\n  adult: { isMet: ({ user }) => user?.adult === true, route: '/pages/user/data' },",
    ),
  )
  expect(refusal()).toContain('needs the text "gate.adult"')
  for (const file of readdirSync(`${project.folder}/locales`).filter((name) => name.endsWith('.json')))
    project.edit(`locales/${file}`, copyText('gate.verified', 'gate.adult'))
  project.edit('screens/user/invite.json', (text) =>
    text.replace(/"access": \["adult", (\s*"login")/, '"access": [$1, "adult"'),
  )
}, 600_000)

test('a function is one entry of src/product/functions/common.ts', () => {
  show("=!isEven(size('four'))")
  expect(refusal()).toContain('unknown-function')
  project.edit('src/product/functions/common.ts', (text) =>
    text
      .replace(
        'export const signatures = {',
        "export const signatures = {\n  isEven: { params: ['int'], result: 'bool', call: 'function', doc: 'Whether the number is even.' },",
      )
      .replace(
        'export const implementations = {',
        'export const implementations = {\n  isEven: ([value]) => Number(value) % 2 === 0,',
      ),
  )
}, 600_000)

test('a preference is one entry of schemas/preferences.json', () => {
  show('=preferences.compact')
  expect(refusal()).toContain('unknown-name')
  project.edit('schemas/preferences.json', (text) => {
    const schema = JSON.parse(text) as { properties: Record<string, unknown>; required: string[] }
    schema.properties.compact = { type: 'boolean', default: false }
    schema.required.push('compact')
    return JSON.stringify(schema)
  })
  project.edit('screens/404/index.json', (text) =>
    text.replace(
      '"body": [',
      '"onShow": [{ "action": "setPreference", "name": "compact", "value": "=!preferences.compact" }],\n  "body": [',
    ),
  )
}, 600_000)

test('with all three the project generates, checks and type-checks', () => {
  project.expectSound()
}, 600_000)
