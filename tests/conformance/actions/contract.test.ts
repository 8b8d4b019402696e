import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { UNIT_FOLDERS } from '../../../codegen/compiler/source/folders.ts'

interface ActionSchema {
  description?: string
  'x-title'?: string
  args: { properties?: Record<string, { description?: string; 'x-title'?: string }>; additionalProperties?: unknown }
  branches?: Record<string, { description?: string; 'x-title'?: string }>
  slots?: Record<string, { description?: string }>
  texts?: string[]
}

const folders = new Map(
  UNIT_FOLDERS.actions.flatMap((folder) => {
    const root = new URL(`../../../${folder}/`, import.meta.url)
    return readdirSync(root, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [[entry.name, new URL(`${entry.name}/`, root)] as const] : [],
    )
  }),
)
const folderOf = (name: string): URL => {
  const folder = folders.get(name)
  if (!folder) throw new Error(`${name} has no folder.`)
  return folder
}
/** A file of an action: `<action>/<file>`. */
const read = (path: string): string => {
  const [name = '', file = ''] = path.split('/')
  return readFileSync(new URL(file, folderOf(name)), 'utf8')
}
const english = JSON.parse(readFileSync(new URL('../../../locales/en.json', import.meta.url), 'utf8')) as Record<
  string,
  string
>
const names = [...folders.keys()]

it('finds the actions', () => {
  expect(names.length).toBeGreaterThan(20)
})

describe.each(names)('%s', (name) => {
  const files = readdirSync(folderOf(name))

  it('has its schema, code and test', () => {
    expect(files).toEqual(expect.arrayContaining([`${name}.schema.json`, `${name}.ts`, `${name}.test.ts`]))
  })

  it('names itself and each argument and branch in a few words for authors', () => {
    const schema = JSON.parse(read(`${name}/${name}.schema.json`)) as ActionSchema
    const named = [schema, ...Object.values(schema.args.properties ?? {}), ...Object.values(schema.branches ?? {})]
    for (const { 'x-title': title } of named) expect(title).toMatch(/^[A-Z].{0,39}$/)
  })

  it('describes itself, and each argument, branch and slot', () => {
    const { description, args, branches, slots } = JSON.parse(read(`${name}/${name}.schema.json`)) as ActionSchema
    expect(description).toMatch(/\S/)
    expect(args.additionalProperties).toBe(false)
    const all = Object.entries({ ...args.properties, ...branches, ...slots })
    expect(all.flatMap(([member, definition]) => (definition.description ? [] : [member]))).toEqual([])
  })

  it('lists the texts it adds itself', () => {
    const { texts = [] } = JSON.parse(read(`${name}/${name}.schema.json`)) as ActionSchema
    const said = [...read(`${name}/${name}.ts`).matchAll(/['"`]([a-z]\w*(?:\.\w+)+)['"`]/g)].map(
      (match) => match[1] ?? '',
    )
    expect(
      said.filter((key) => (key.startsWith('ui.') || Object.hasOwn(english, key)) && !texts.includes(key)),
    ).toEqual([])
  })
})
