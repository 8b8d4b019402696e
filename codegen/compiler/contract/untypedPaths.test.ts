import { ruleSet } from '../rules/index.ts'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { loadProject } from '../../cli/load.ts'
import { isEmptyItem } from '../infer/joinTypes.ts'
import { language, productCompiler } from '../../product.ts'
import { formWidgets } from '../forms/formWidgets.ts'
import { CONTRACT_FILES, readContract } from './readContract.ts'
import type { Schema } from './schema.ts'
import { parseSource } from '../source/source.ts'
import type { Field, Type } from '../infer/types.ts'
import { CompilationUnit } from '../lower/compilationUnit.ts'
import { untypedPaths } from './untypedPaths.ts'

const files = loadProject(join(import.meta.dirname, '../../..'))

function placesOfContract(): Map<string, Schema> {
  const sources = new Map(
    [...files]
      .filter(([file]) => CONTRACT_FILES.test(file) && file.endsWith('.json'))
      .map(([file, text]) => [file, parseSource(file, text)]),
  )
  const { contract } = readContract(sources, formWidgets(files.keys()), language, ruleSet)
  const places = new Map<string, Schema>()
  for (const [id, call] of contract.calls) places.set(`${id} payload`, call.payload).set(`${id} data`, call.data)
  for (const [name, { props, events }] of contract.widgets) {
    places.set(`${name} props`, props)
    for (const [event, { detail }] of Object.entries(events)) if (detail) places.set(`${name} on ${event}`, detail)
  }
  for (const [name, { args, branches }] of contract.actions) {
    places.set(`${name} arguments`, args)
    for (const [branch, { type }] of Object.entries(branches))
      if (typeof type === 'object') places.set(`${name} ${branch}`, type)
  }
  for (const [id, { schema }] of contract.forms) places.set(`${id} fields`, schema)
  return places
}

/** Where a type is not known, as paths into it. */
function unknownIn(type: Type, path: string, above: ReadonlySet<ReadonlyMap<string, Field>> = new Set()): string[] {
  switch (type.k) {
    case 'unknown':
      return isEmptyItem(type) ? [] : [`${path}: ${type.why}`]
    case 'nullable':
    case 'list':
    case 'map':
      return unknownIn(type.of, `${path}/${type.k}`, above)
    case 'union':
      return type.options.flatMap((option) => unknownIn(option, path, above))
    case 'object':
      return above.has(type.fields)
        ? []
        : [...type.fields].flatMap(([name, field]) =>
            unknownIn(field.type, `${path}.${name}`, new Set([...above, type.fields])),
          )
    default:
      return []
  }
}

test('no place of a call, widget, action or form takes a value of any type', () => {
  const places = placesOfContract()
  expect(places.size).toBeGreaterThan(100)
  expect([...places].flatMap(([name, schema]) => untypedPaths(schema).map((path) => `${name}${path}`))).toEqual([])
})

test('every expression of the catalogue has a type, all the way down', () => {
  const inferred: [string, Type][] = []
  const original = CompilationUnit.prototype.expression
  const spy = vi.spyOn(CompilationUnit.prototype, 'expression').mockImplementation(function (
    this: CompilationUnit,
    node,
    skip,
    path,
    use,
  ) {
    const typed = original.call(this, node, skip, path, use)
    if (typed) inferred.push([`${this.source.file} ${path}`, typed.type])
    return typed
  })
  const { diagnostics } = productCompiler().check(files)
  spy.mockRestore()
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  expect(inferred.length).toBeGreaterThan(300)
  expect(
    inferred.flatMap(([place, type]) => (type.k === 'wrong' ? [`${place}: wrong`] : unknownIn(type, place))),
  ).toEqual([])
})

test('reports an untyped path at any depth', () => {
  const text: Schema = { type: 'string' }
  const object = (properties: Record<string, Schema>): Schema => ({
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  })
  expect(
    untypedPaths(
      object({ a: text, b: {}, c: { type: 'array', items: {} }, d: { type: 'array' }, e: { type: 'object' } }),
    ),
  ).toEqual(['/properties/b', '/properties/c/items', '/properties/d', '/properties/e'])
  expect(untypedPaths({ type: 'object', additionalProperties: {} })).toEqual(['/additionalProperties'])
  expect(untypedPaths({ oneOf: [object({ kind: { const: 'a' }, x: {} }), object({ kind: { const: 'b' } })] })).toEqual([
    '/oneOf/0/properties/x',
  ])
  expect(untypedPaths({ 'x-ref': { kind: 'preferenceValue', of: 'name' } })).toEqual([])
  expect(untypedPaths({ type: 'object', additionalProperties: {}, 'x-ref': { kind: 'payload', of: 'call' } })).toEqual(
    [],
  )
})
