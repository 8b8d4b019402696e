import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

interface ActionSchema {
  description?: string
  args: { properties?: Record<string, { description?: string }>; additionalProperties?: unknown }
  branches?: Record<string, { description?: string }>
  slots?: Record<string, { description?: string }>
  texts?: string[]
}

const ROOT = new URL('../../../src/actions/', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8')
const english = JSON.parse(readFileSync(new URL('../../../locales/en.json', import.meta.url), 'utf8')) as Record<
  string,
  string
>
const names = readdirSync(ROOT, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))

it('finds the actions', () => {
  expect(names.length).toBeGreaterThan(20)
})

describe.each(names)('%s', (name) => {
  const files = readdirSync(new URL(`${name}/`, ROOT))

  it('has its schema, code and test', () => {
    expect(files).toEqual(expect.arrayContaining([`${name}.schema.json`, `${name}.ts`, `${name}.test.ts`]))
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
