import type { Expr, Node } from '../../src/core/program.ts'
import { LIMITS } from '../../src/core/program.ts'
import { itemsOf, member, members, rangeOf, toJson } from './source.ts'
import type { JsonNode, Range, Source } from './source.ts'
import type { Contract } from './contract.ts'
import { checkSchema } from './checkSchema.ts'
import { Currencies } from './currencies.ts'
import { is, join, readObject } from './shape.ts'
import { compileNode, compileNodes } from './node.ts'
import { Unit } from './unit.ts'
import type { Neighbours } from './unit.ts'
import type { CompiledPart, PartParam } from './usePart.ts'
import { draftNames, reportDrafts, worldNames } from './world.ts'
import { Scope } from './infer/scope.ts'
import type { Schema } from './schema.ts'
import { settleAll } from './infer/settle.ts'
import { WRONG, nullable, typeOf } from './types.ts'
import limits from '../check/rules/limits.ts'
import partRoot from '../check/rules/part-root.ts'
import unusedParam from '../check/rules/unused-param.ts'
import wrongShape from '../check/rules/wrong-shape.ts'

const SHAPE = { $schema: 'string', 'id!': 'string', description: 'string', params: 'object', 'body!': 'array' } as const

export function compilePart(source: Source, id: string, contract: Contract, neighbours: Neighbours): CompiledPart {
  const unit = new Unit(source, contract, neighbours, 'part', id)
  const params = new Map<string, PartParam>()
  const result = (root?: Node): CompiledPart => ({ id, params, root, used: unit.used, asks: unit.asks, closesSheet: unit.closesSheet, nodes: unit.nodes, depth: unit.depth, repeaters: unit.repeaters, diagnostics: unit.reporter.diagnostics })
  const found = readObject(unit, source.root, '', SHAPE, 'A part')
  if (!found) return result()
  if (found.id && found.id.value !== id) unit.report(wrongShape, found.id, 'id', `This part is screens/parts/${id}.json, so its id is "${id}".`)
  const drafts = new Set<string>()
  let scope = Scope.of([...worldNames(contract), draftNames(contract, (form) => drafts.add(form))], id)
  const beside = new Map<string, JsonNode>()
  for (const { name, key, value } of members(found.params)) {
    if (!is(unit, value, 'object', join('params', name))) continue
    const param = readParam(value, unit, join('params', name), rangeOf(key))
    params.set(name, param)
    beside.set(name, value)
  }
  for (const [name, value] of beside) new Currencies(unit.reporter, new Map(), true).check(value, join('params', name), { properties: beside })
  const types = settleAll(new Map([...params].map(([name, param]) => [name, param.required || param.default !== undefined ? typeOf(param.schema) : nullable(typeOf(param.schema))])), (name) => name)
  for (const [name, param] of params) scope = scope.bind(name, types.get(name) ?? WRONG, () => { param.used = true })
  const body = itemsOf(found.body)
  const [first] = body
  if (found.body && body.length !== 1) unit.report(partRoot, found.body, 'body', `A part has exactly one root node, and this has ${body.length}.`, 'Put the nodes into one Stack.')
  if (!first) return result()
  const each = member(first, 'each') ?? member(first, 'needs')
  if (each) unit.report(partRoot, each, 'body/0', 'The root node of a part neither repeats nor waits for data: its users say that.', 'Put it into a Stack, or repeat the use of the part.')
  const root = compileNode(first, { unit, scope, path: 'body/0', nodes: compileNodes })
  unit.reportUnusedNames()
  reportDrafts(unit, drafts, 'part')
  for (const [name, param] of params) if (!param.used) unit.report(unusedParam, param.at, join('params', name), `Nothing in the part reads its parameter "${name}".`)
  return result(fitsScreen(unit, found.body) ? root : undefined)
}

/** A part too large for any screen is no part of one: what uses it would only multiply it. */
function fitsScreen(unit: Unit, body: JsonNode | undefined): boolean {
  const over = unit.nodes > LIMITS.nodes ? `has ${unit.nodes} nodes, parts counted where they are used; at most ${LIMITS.nodes}` : unit.depth > LIMITS.depth ? `is ${unit.depth} levels deep, parts counted where they are used; at most ${LIMITS.depth}` : undefined
  if (over === undefined || !body) return true
  unit.report(limits, body, 'body', `The part ${over} are allowed.`)
  unit.nodes = 1
  unit.depth = 1
  return false
}

const isFlag = (property: JsonNode): boolean => property.children?.[0]?.value === 'required' && property.children[1]?.type === 'boolean'

/** A parameter is a schema, with "required": false or a "default" where it may be left out. */
function readParam(node: JsonNode, unit: Unit, path: string, at: Range): PartParam {
  const { required, default: fallback, ...raw } = toJson(node) as Record<string, unknown> & { default?: Expr }
  const sound = checkSchema({ ...node, children: (node.children ?? []).filter((one) => !isFlag(one)) }, unit.reporter, path)
  const schema = sound ? unit.contract.resolve((Array.isArray(required) ? { ...raw, required } : raw) as Schema, unit.source.file) : {}
  return { schema, required: required !== false && fallback === undefined, ...(fallback === undefined ? {} : { default: fallback }), at, used: false }
}
