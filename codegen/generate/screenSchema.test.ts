import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Ajv from 'ajv'
import { describe, expect, test } from 'vitest'
import { checkedProject } from '../../tests/support/project.ts'
import { loadProject } from '../cli/load.ts'
import { screenPayload } from '../compiler/contract/contract.ts'
import type { Checked } from '../compiler/project.ts'
import { productCompiler } from '../product.ts'
import { screenSchema } from '../compiler/service/screenSchema.ts'
import { shellSchema } from './lib/shellSchema.ts'

const root = join(import.meta.dirname, '../..')
const project = join(root, 'tests/cases/check/project')

/** The schema of each project is compiled once, for all tests. */
function read(of: string, checked: Checked) {
  const schema = screenSchema(checked)
  // A function for each definition: an inlined one has a frame that is too large for steps within steps.
  const validate = new Ajv({ strict: false, inlineRefs: false }).compile(schema)
  return { of, checked, schema, valid: (value: unknown): boolean => validate(value) }
}

const screen = (node: unknown): unknown => ({ id: 'x', route: '/x', body: [node] })

describe('the schema for editors', () => {
  const small = read(project, productCompiler().check(loadProject(project)))
  const full = read(root, checkedProject())

  test.each([
    ['an unknown widget', { widget: 'Txt', props: {} }],
    ['an unknown prop', { widget: 'Text', props: { text: 'plain', tne: 'muted' } }],
    ['a missing prop', { widget: 'Text' }],
    ['a value outside its enumeration', { widget: 'Text', props: { text: 'plain', tone: 'mutd' } }],
    ['an unknown text', { widget: 'Text', props: { text: 'plian' } }],
    [
      'an unknown action',
      { widget: 'Button', props: { label: 'plain' }, on: { press: [{ action: 'tost', text: 'plain' }] } },
    ],
    [
      'an unknown call',
      { widget: 'Button', props: { label: 'plain' }, on: { press: [{ action: 'call', call: 'user/logn' }] } },
    ],
    ['an unknown part', { part: 'rwo' }],
    ['a parameter that the part has not', { part: 'row', props: { label: 'plain', lable: 'plain' } }],
    ['a part without its parameters', { part: 'row', props: {} }],
    ['an unknown event', { widget: 'Button', props: { label: 'plain' }, on: { pres: [] } }],
    ['an unknown slot', { widget: 'Stack', slots: { footr: [] } }],
    [
      'a payload field that the call has not',
      {
        widget: 'Button',
        props: { label: 'plain' },
        on: { press: [{ action: 'call', call: 'user/login', payload: { acount: 'x', password: 'y' } }] },
      },
    ],
    [
      'an unknown route',
      { widget: 'Button', props: { label: 'plain' }, on: { press: [{ action: 'navigate', to: '/hom' }] } },
    ],
    [
      'a parameter that the route has not',
      {
        widget: 'Button',
        props: { label: 'plain' },
        on: { press: [{ action: 'navigate', to: '/detail', params: { symbl: 'x' } }] },
      },
    ],
    ['an unknown form', { widget: 'Form', props: { form: 'withdrw' } }],
    ['an unknown icon', { widget: 'Icon', props: { name: 'bel' } }],
  ])('underlines %s', (_, node) => {
    expect(small.valid(screen(node))).toBe(false)
  })

  test.each([
    ['the cases', small],
    ['the product', full],
  ])('underlines nothing in screens of %s that pass the check', (_, { of, checked, valid }) => {
    const wrong = new Set(checked.diagnostics.map((diagnostic) => diagnostic.file))
    const files = readdirSync(join(of, 'screens'), { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.json') && file !== 'shell.json',
    )
    expect(files.length).toBeGreaterThan(4)
    expect(
      files.filter(
        (file) => !wrong.has(`screens/${file}`) && !valid(JSON.parse(readFileSync(join(of, 'screens', file), 'utf8'))),
      ),
    ).toEqual([])
  })

  describe('has the completions of an editor', () => {
    interface Draft {
      description?: string
      enum?: string[]
      enumDescriptions?: string[]
      const?: string
      anyOf?: Draft[]
      properties?: Record<string, Draft>
      definitions?: Record<string, Draft>
      else?: Draft
    }
    const schema = full.schema as Draft
    const definition = (name: string): Draft => schema.definitions?.[name] ?? {}
    const { contract, screens } = full.checked

    test('every widget with its sentence, every prop, slot and event with its own', () => {
      const choices = definition('node').else?.properties?.widget?.anyOf ?? []
      expect(choices.map((choice) => choice.const ?? '').toSorted()).toEqual([...contract.widgets.keys()].toSorted())
      expect(choices.filter((choice) => !choice.description)).toEqual([])
      for (const [name, widget] of contract.widgets) {
        const { props, on, slots, children } = definition(`widget.${name}`).properties ?? {}
        for (const prop of Object.keys(widget.props.properties ?? {}))
          expect(props?.properties?.[prop]?.description, `${name}.${prop}`).toBeTruthy()
        for (const event of Object.keys(widget.events))
          expect(on?.properties?.[event]?.description, `${name} ${event}`).toBeTruthy()
        for (const slot of Object.keys(widget.slots))
          expect(
            (slot === 'children' ? children : slots?.properties?.[slot])?.description,
            `${name} ${slot}`,
          ).toBeTruthy()
      }
    })

    test('every action with its arguments and branches, every call with its sentence and its payload', () => {
      for (const [name, action] of contract.actions) {
        const properties = definition(`action.${name}`).properties ?? {}
        for (const argument of [...Object.keys(action.args.properties ?? {}), ...Object.keys(action.branches)])
          expect(properties[argument]?.description, `${name}.${argument}`).toBeTruthy()
      }
      const calls = definition('call').anyOf ?? []
      expect(calls.map((call) => call.const ?? '').toSorted()).toEqual([...contract.calls.keys()].toSorted())
      expect(calls.filter((call) => !call.description)).toEqual([])
      for (const [id, call] of contract.calls) {
        const fields = Object.keys(screenPayload(call).properties ?? {})
        // A list sends its cursor itself.
        if (call.paging?.after) expect(fields).not.toContain(call.paging.after)
        if (fields.length > 0) expect(Object.keys(definition(`payload.${id}`).properties ?? {})).toEqual(fields)
      }
    })

    test('routes with their titles, texts with their words, icons and forms', () => {
      expect(definition('route').enum).toEqual(screens.map((screen) => screen.route).toSorted())
      expect(definition('route').enumDescriptions).toContain('Market')
      const keys = definition('text').anyOf?.[0]
      expect(keys?.enum).toHaveLength([...contract.texts.keys()].length)
      expect(keys?.enumDescriptions?.[keys.enum?.indexOf('tab.home') ?? -1]).toBe('Home')
      expect(definition('icon').enum).toHaveLength(contract.icons.size)
      expect(definition('form').enum).toEqual([...contract.forms.keys()].toSorted())
    })
  })
})

describe('the schema of the shell', () => {
  const shell = JSON.parse(readFileSync(join(root, 'screens/shell.json'), 'utf8')) as { tabs: object[] }
  const validate = new Ajv({ strict: false }).compile(shellSchema(checkedProject()))

  test('accepts the shell of the app', () => expect(validate(shell)).toBe(true))

  test.each([
    ['a route that no screen has', { ...shell, home: '/pages/index/indx' }],
    ['a tab without a label', { ...shell, tabs: [{ route: '/pages/index/index', icon: 'house' }] }],
    ['an unknown icon', { ...shell, tabs: [{ ...shell.tabs[0], icon: 'hose' }] }],
    ['an unknown text', { ...shell, tabs: [{ ...shell.tabs[0], label: 'tab.hme' }] }],
    ['an unknown member', { ...shell, tabz: [] }],
    ['no login screen', { ...shell, login: undefined }],
  ])('underlines %s', (_, value) => expect(validate(JSON.parse(JSON.stringify(value)))).toBe(false))
})
