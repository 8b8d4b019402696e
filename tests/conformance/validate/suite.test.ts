import { expect, test } from 'vitest'
import { KEYWORDS } from '../../../codegen/compiler/contract/dialect.ts'
import type { Schema } from '../../../codegen/compiler/contract/schema.ts'
import { readJson } from '../../../codegen/generate/lib/files.ts'
import { inheritedName } from '../../../codegen/generate/lib/standalone.ts'
import {
  FOLDER,
  KEYWORD_FILES,
  moduleChecks,
  ROOT,
  runtimeCheck,
  shapeCheck,
  type Check,
  type Group,
} from './validators.ts'

/** A case that a validator fails, and the reason. */
interface Exception {
  validator: string
  case: string
  why: string
}

/** Keywords that do not constrain values share one file. */
const ANNOTATIONS = new Set(['description', 'default', '$schema'])
const groups = KEYWORD_FILES.flatMap((file) =>
  (readJson(ROOT, `${FOLDER}/${file}`) as Group[]).map((group) => ({ ...group, keyword: file.replace('.json', '') })),
)
const schemas = groups.map(({ schema }) => schema)
/** None. An entry is a limit of the implementation, with its reason in one sentence. */
const EXCEPTIONS: readonly Exception[] = []

const isClosed = (schema: Schema): boolean =>
  JSON.stringify(schema).includes('"additionalProperties":false') || JSON.stringify(schema).includes('"$ref"')
/** The browser's validators take the schema: it does not close objects, and names no property that every object inherits. */
const isForBrowser = (schema: Schema): boolean => !isClosed(schema) && inheritedName(schema) === null
const browserSchemas = schemas.map((schema): Schema => (isForBrowser(schema) ? schema : {}))
const [closed, path, none] = [
  moduleChecks(schemas, 'closed', 'whole'),
  moduleChecks(browserSchemas, 'open', 'path'),
  moduleChecks(browserSchemas, 'open', 'none'),
]
/** By name, the check of a group's schema; null where the validator does not support it. */
const validators: Readonly<Record<string, (schema: Schema, index: number) => Check | null>> = {
  'shapes as data': shapeCheck,
  'ajv at run time': runtimeCheck,
  'ajv compiled ahead, for the server': (_, index) => closed[index] ?? null,
  'ajv compiled ahead, for the browser': (schema, index) => (isForBrowser(schema) ? (path[index] ?? null) : null),
  'ajv compiled ahead, without errors': (schema, index) => (isForBrowser(schema) ? (none[index] ?? null) : null),
}

test('each keyword of the dialect has its cases, both valid and not', () => {
  const required = Object.keys(KEYWORDS).map((keyword) =>
    keyword === '$ref' ? 'ref' : ANNOTATIONS.has(keyword) ? 'annotations' : keyword,
  )
  expect(KEYWORD_FILES.map((file) => file.replace('.json', '')).toSorted()).toEqual([...new Set(required)].toSorted())
  for (const keyword of new Set(required)) {
    const cases = groups.filter((group) => group.keyword === keyword).flatMap((group) => group.tests)
    expect(cases.length, keyword).toBeGreaterThan(5)
    expect(new Set(cases.map(({ valid }) => valid)).size, keyword).toBe(2)
  }
})

test('a schema for the browser that names a property of every object is refused', () => {
  for (const schema of [{ required: ['toString'] }, { items: { properties: { constructor: {} } } }])
    expect(() => moduleChecks([schema], 'open', 'path')).toThrow('every object inherits')
})

test('all cases have different names', () => {
  const names = groups.flatMap((group) => group.tests.map(({ description }) => nameOf(group, description)))
  expect(names.length).toBeGreaterThan(500)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test.each(Object.keys(validators))('%s: every failure is listed, and every listed one still fails', (name) => {
  const failed: string[] = []
  let ran = 0
  for (const [index, group] of groups.entries()) {
    const check = validators[name]?.(group.schema, index)
    for (const { description, data, valid } of check ? group.tests : []) {
      ran += 1
      if (check?.(data) !== valid) failed.push(nameOf(group, description))
    }
  }
  expect(ran).toBeGreaterThan(300)
  expect(failed).toEqual(EXCEPTIONS.filter(({ validator }) => validator === name).map((exception) => exception.case))
  console.log(`${name}: ${ran} cases, ${failed.length} listed`)
})

test.each(Object.keys(KEYWORDS).filter((keyword) => !ANNOTATIONS.has(keyword)))(
  'the cases detect a validator without %s',
  (keyword) => {
    const failed = groups
      .filter((group) => (keyword === '$ref' ? 'ref' : keyword) === group.keyword)
      .flatMap(({ schema, tests }) => {
        const check = shapeCheck(without(schema, keyword))
        return tests.filter(({ data, valid }) => check(data) !== valid)
      })
    expect(failed.length).toBeGreaterThan(0)
  },
)

/** The schema without any use of a keyword. */
function without(schema: Schema, keyword: string): Schema {
  const walk = (schema: Schema): Schema =>
    Object.fromEntries(
      Object.entries(schema).flatMap(([name, value]) => {
        if (name === keyword) return []
        if (name === 'properties')
          return [
            [
              name,
              Object.fromEntries(
                Object.entries(value as Record<string, Schema>).map(([property, inner]) => [property, walk(inner)]),
              ),
            ],
          ]
        if (name === 'oneOf') return [[name, (value as Schema[]).map(walk)]]
        return [
          [name, typeof value === 'object' && value !== null && !Array.isArray(value) ? walk(value as Schema) : value],
        ]
      }),
    )
  return walk(schema)
}

function nameOf({ keyword, description }: { keyword: string; description: string }, test: string): string {
  return `${keyword} › ${description} › ${test}`
}
