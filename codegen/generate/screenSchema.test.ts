import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Ajv from 'ajv'
import { describe, expect, test } from 'vitest'
import { loadProject } from '../check/load.ts'
import { Compiler } from '../compile/project.ts'
import { screenSchema } from './screenSchema.ts'

const root = join(import.meta.dirname, '../..')
const project = join(root, 'tests/cases/check/project')

function validator(of: string): (value: unknown) => boolean {
  const ajv = new Ajv({ strict: false })
  const validate = ajv.compile(screenSchema(new Compiler().check(loadProject(of))))
  return (value) =>  validate(value)
}

const screen = (node: unknown): unknown => ({ id: 'x', route: '/x', body: [node] })

describe('the schema for editors', () => {
  const valid = validator(project)

  test.each([
    ['an unknown widget', { widget: 'Txt', props: {} }],
    ['an unknown prop', { widget: 'Text', props: { text: 'plain', tne: 'muted' } }],
    ['a missing prop', { widget: 'Text' }],
    ['a value outside its enumeration', { widget: 'Text', props: { text: 'plain', tone: 'mutd' } }],
    ['an unknown text', { widget: 'Text', props: { text: 'plian' } }],
    ['an unknown action', { widget: 'Button', props: { label: 'plain' }, on: { press: [{ do: 'tost', text: 'plain' }] } }],
    ['an unknown call', { widget: 'Button', props: { label: 'plain' }, on: { press: [{ do: 'call', call: 'user/logn' }] } }],
    ['an unknown part', { part: 'rwo' }],
  ])('underlines %s', (_, node) => {
    expect(valid(screen(node))).toBe(false)
  })

  test('underlines nothing in screens that pass the check', () => {
    for (const of of [project, root]) {
      const holds = validator(of)
      const checked = new Compiler().check(loadProject(of))
      const wrong = new Set(checked.diagnostics.map((one) => one.file))
      const files = readdirSync(join(of, 'screens'), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json') && file !== 'shell.json')
      expect(files.length).toBeGreaterThan(4)
      expect(files.filter((file) => !wrong.has(`screens/${file}`) && !holds(JSON.parse(readFileSync(join(of, 'screens', file), 'utf8'))))).toEqual([])
    }
  })

  test('describes widgets and actions to the reader of an editor', () => {
    expect(JSON.stringify(screenSchema(new Compiler().check(loadProject(root))))).toContain('A button. While its handler runs')
  })
})
