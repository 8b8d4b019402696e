import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { UNIT_FOLDERS } from '../../../codegen/compiler/source/folders.ts'
import { createValidator } from './dialect.ts'
import { nodesOf, type WidgetSchema, widgets } from './registry.ts'

const folders = new Map(
  UNIT_FOLDERS.widgets.flatMap((folder) => {
    const root = new URL(`../../../${folder}/`, import.meta.url)
    return (
      readdirSync(root, { withFileTypes: true })
        // Code shared by several widgets is in lib.
        .filter((entry) => entry.isDirectory() && entry.name !== 'lib')
        .map(({ name }) => [name, new URL(`${name}/`, root)] as const)
    )
  }),
)
const english = JSON.parse(readFileSync(new URL('../../../locales/en.json', import.meta.url), 'utf8')) as Record<
  string,
  string
>

const inEnglish = (key: string) => Object.hasOwn(english, key) || Object.hasOwn(english, `${key}_other`)

it('finds the widgets', () => {
  expect(widgets.length).toBeGreaterThan(30)
  expect(widgets.map(({ name }) => name)).toEqual([...folders.keys()].toSorted((a, b) => a.localeCompare(b)))
})

const validators = new Map(widgets.map(({ name, schema }) => [name, createValidator().compile(schema.props)]))

function describeProps(schema: WidgetSchema): string[] {
  return Object.entries(schema.props.properties)
    .filter(([, prop]) => typeof prop.description !== 'string' || prop.description === '')
    .map(([name]) => name)
}

describe.each(widgets)('$name', ({ name, schema, stories }) => {
  const folder = folders.get(name)
  if (!folder) throw new Error(`${name} has no folder.`)
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const sources = all.filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  const css = all.filter((file) => file.endsWith('.module.css'))

  it('has component, schema, stories and test', () => {
    const files = readdirSync(folder)
    expect(files).toEqual(expect.arrayContaining([`${name}.schema.json`, `${name}.stories.json`, `${name}.test.tsx`]))
    expect(files.includes(`${name}.tsx`) !== files.includes(`${name}.lazy.tsx`), 'one of .tsx and .lazy.tsx').toBe(true)
  })

  it('describes itself and each prop', () => {
    expect(schema.description).toMatch(/\S/)
    expect(schema.props.additionalProperties).toBe(false)
    expect(describeProps(schema)).toEqual([])
  })

  it('names each prop in a few words for authors, none twice', () => {
    const titles = Object.values(schema.props.properties).map((prop) => prop['x-title'])
    for (const title of titles) expect(title).toMatch(/^[A-Z].{0,39}$/)
    expect(new Set(titles).size).toBe(titles.length)
  })

  it('has stories of different names', () => {
    expect(stories.length).toBeGreaterThan(0)
    expect(new Set(stories.map((story) => story.name)).size).toBe(stories.length)
  })

  it('has stories that use every prop and every slot', () => {
    const props = new Set(stories.flatMap((story) => Object.keys(story.props)))
    const slots = new Set(stories.flatMap((story) => Object.keys(story.slots ?? {})))
    expect(Object.keys(schema.props.properties).filter((prop) => !props.has(prop))).toEqual([])
    expect(Object.keys(schema.slots ?? {}).filter((slot) => !slots.has(slot))).toEqual([])
  })

  it.each(stories)('story “$name” matches the schemas', (story) => {
    for (const node of nodesOf(name, story)) {
      const validate = validators.get(node.widget)
      expect(validate, `widget ${node.widget}`).toBeDefined()
      validate?.(node.props ?? {})
      expect(validate?.errors ?? [], node.widget).toEqual([])
      const known = widgets.find((widget) => widget.name === node.widget)?.schema.slots ?? {}
      expect(Object.keys(node.slots ?? {}).filter((slot) => !Object.hasOwn(known, slot))).toEqual([])
    }
  })

  it('lists the texts it adds itself, and English has them', () => {
    const written = sources.flatMap((file) =>
      [...readFileSync(new URL(file, folder), 'utf8').matchAll(/['"`]([a-z]\w*(?:\.\w+)+)['"`]/g)].map(
        (match) => match[1] ?? '',
      ),
    )
    const said = written.filter((key) => key.startsWith('ui.') || inEnglish(key))
    const listed = new Set(schema.texts ?? [])
    expect(said.filter((key) => !listed.has(key))).toEqual([])
    expect([...listed].filter((key) => !inEnglish(key))).toEqual([])
  })

  it('declares in x-a11y that it can be operated where it is', () => {
    const operated =
      Object.keys(schema.events ?? {}).length > 0 &&
      sources.some((file) =>
        /<(button|input|select|textarea)\b|onClick=/.test(readFileSync(new URL(file, folder), 'utf8')),
      )
    const { control, holds } = schema['x-a11y'] ?? {}
    expect(
      !operated || control !== undefined || holds === 'anything',
      '"control": true, or the event that makes it one',
    ).toBe(true)
  })

  it('uses colours from tokens only', () => {
    const literal = css.flatMap(
      (file) => readFileSync(new URL(file, folder), 'utf8').match(/#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch)\(/gi) ?? [],
    )
    expect(literal).toEqual([])
  })

  it('mirrors: no physical sides in its style', () => {
    const physical = css.flatMap(
      (file) =>
        readFileSync(new URL(file, folder), 'utf8').match(
          /[\s;{](?:(?:margin|padding|border)-(?:left|right)\b|(?:left|right)\s*:)/g,
        ) ?? [],
    )
    expect(physical).toEqual([])
  })
})

it('has no file beside the folders that resembles a forgotten widget', () => {
  expect([...folders].filter(([name, folder]) => !existsSync(new URL(`${name}.schema.json`, folder)))).toEqual([])
})
