import type { Expr, Node } from '../../src/core/program.ts'
import { didYouMean } from './nearest.ts'
import { itemsOf, member, members, rangeOf, toJson } from './source.ts'
import type { JsonNode, Range, Source } from './source.ts'
import type { Contract } from './contract.ts'
import type { Diagnostic } from './diagnostics.ts'
import { is, join, readObject } from './shape.ts'
import { compileValue, toExpr } from './value.ts'
import type { Place } from './value.ts'
import { compileNode, levels } from './node.ts'
import type { Around } from './node.ts'
import { Unit } from './unit.ts'
import type { Neighbours, Used } from './unit.ts'
import { askGate } from './gates.ts'
import { worldNames } from './world.ts'
import { Scope } from './infer/scope.ts'
import type { Schema } from './schema.ts'
import { nullable, typeOf } from './types.ts'
import missingProperty from '../check/rules/missing-property.ts'
import partCycle from '../check/rules/part-cycle.ts'
import partRoot from '../check/rules/part-root.ts'
import unknownPart from '../check/rules/unknown-part.ts'
import unusedParam from '../check/rules/unused-param.ts'
import wrongShape from '../check/rules/wrong-shape.ts'

export interface PartParam {
  schema: Schema
  required: boolean
  default?: Expr
  at: Range
  used: boolean
}

/** A part checked by itself; its uses put their arguments into `let`. */
export interface CompiledPart {
  id: string
  params: ReadonlyMap<string, PartParam>
  root: Node | undefined
  used: Used
  /** Gates its calls need, with the call that asks. */
  asks: ReadonlyMap<string, string>
  nodes: number
  depth: number
  diagnostics: Diagnostic[]
}

const SHAPE = { $schema: 'string', 'id!': 'string', description: 'string', params: 'object', 'body!': 'array' } as const

export function compilePart(source: Source, id: string, contract: Contract, neighbours: Neighbours): CompiledPart {
  const unit = new Unit(source, contract, neighbours, 'part', id)
  const params = new Map<string, PartParam>()
  const result = (root?: Node): CompiledPart => ({ id, params, root, used: unit.used, asks: unit.asks, nodes: unit.nodes, depth: unit.depth, diagnostics: unit.reporter.diagnostics })
  const found = readObject(unit, source.root, '', SHAPE, 'A part')
  if (!found) return result()
  if (found.id && found.id.value !== id) unit.report(wrongShape, found.id, 'id', `This part is screens/parts/${id}.json, so its id is "${id}".`)
  let scope = Scope.of(worldNames(contract), id)
  for (const { name, key, value } of members(found.params)) {
    if (!is(unit, value, 'object', join('params', name))) continue
    const param = readParam(value, source.file, contract, rangeOf(key))
    params.set(name, param)
    scope = scope.bind(name, param.required || param.default !== undefined ? typeOf(param.schema) : nullable(typeOf(param.schema)), () => { param.used = true })
  }
  const body = itemsOf(found.body)
  const [first] = body
  if (found.body && body.length !== 1) unit.report(partRoot, found.body, 'body', `A part has exactly one root node, and this has ${body.length}.`, 'Put the nodes into one Stack.')
  if (!first) return result()
  const each = member(first, 'each') ?? member(first, 'needs')
  if (each) unit.report(partRoot, each, 'body/0', 'The root node of a part neither repeats nor waits for data: its users say that.', 'Put it into a Stack, or repeat the use of the part.')
  const root = compileNode(first, { unit, scope, path: 'body/0' })
  for (const [name, param] of params) if (!param.used) unit.report(unusedParam, param.at, join('params', name), `Nothing in the part reads its parameter "${name}".`)
  return result(root)
}

function readParam(node: JsonNode, file: string, contract: Contract, at: Range): PartParam {
  const { required, default: fallback, ...raw } = toJson(node) as Record<string, unknown> & { default?: Expr }
  const schema = contract.resolve((Array.isArray(required) ? { ...raw, required } : raw) as Schema, file)
  return { schema, required: required !== false && fallback === undefined, ...(fallback === undefined ? {} : { default: fallback }), at, used: false }
}

/** The node that the use of a part comes to: the part's root, with its parameters bound. */
export function usePart(name: JsonNode, given: JsonNode | undefined, place: Place, around: Around): Node | undefined {
  const { unit, path } = place
  const id = String(name.value)
  const part = unit.neighbours.part(id)
  if (part === 'missing') {
    unit.report(unknownPart, name, join(path, 'part'), `There is no part "${id}" in screens/parts.`, didYouMean(id, unit.neighbours.partIds()))
    return undefined
  }
  if (part === 'cyclic') {
    unit.report(partCycle, name, join(path, 'part'), `The part "${id}" includes itself, here or further in.`)
    return undefined
  }
  unit.used.parts.add(id)
  unit.used.include(part.used)
  unit.nodes += part.nodes - 1
  unit.depth = Math.max(unit.depth, levels(path) + part.depth)
  for (const [gate, call] of part.asks) askGate(gate, call, name, join(path, 'part'), place)
  const bound: Record<string, Expr> = {}
  for (const one of members(given)) {
    const param = part.params.get(one.name)
    const at = join(path, `with/${one.name}`)
    if (!param) {
      unit.report(unknownPart, one.key, at, `The part "${id}" has no parameter "${one.name}".`, didYouMean(one.name, part.params.keys()))
      continue
    }
    const schema = param.required ? param.schema : optionalSchema(param.schema)
    bound[`${id}:${one.name}`] = toExpr(compileValue(one.value, schema, { ...place, path: at, ...(given ? { holder: given } : {}) }))
  }
  for (const [param, { required, default: fallback }] of part.params) {
    if (member(given, param)) continue
    if (required) unit.report(missingProperty, name, join(path, 'with'), `The part "${id}" needs "${param}".`)
    bound[`${id}:${param}`] = fallback ?? null
  }
  if (!part.root) return undefined
  return merge(part.root, bound, around)
}

const optionals = new WeakMap<Schema, Schema>()
function optionalSchema(schema: Schema): Schema {
  const made = optionals.get(schema) ?? { ...schema, ...(schema.type === undefined ? {} : { type: [...(Array.isArray(schema.type) ? schema.type : [schema.type]), 'null'] }) }
  optionals.set(schema, made)
  return made
}

/** The root keeps its own condition after the user's; the parameters of a part within a part's root are written out. */
function merge(root: Node, bound: Record<string, Expr>, around: Around): Node {
  const inner = Object.fromEntries(Object.entries(root.let ?? {}).map(([name, expr]) => [name, substitute(expr, bound)]))
  const names = { ...bound, ...inner }
  const when: Expr | undefined = around.when === undefined ? root.when : root.when === undefined ? around.when : ['&&', around.when, root.when]
  return {
    ...root,
    ...around,
    ...(when === undefined ? {} : { when }),
    ...(Object.keys(names).length > 0 ? { let: names } : {}),
  }
}

function substitute(expr: Expr, bound: Readonly<Record<string, Expr>>): Expr {
  if (!Array.isArray(expr)) return expr
  const [op, ...args] = expr as unknown as readonly [string, ...Expr[]]
  const name = args[0]
  if (op === 'v' && typeof name === 'string' && Object.hasOwn(bound, name)) return bound[name] ?? null
  return [op, ...args.map((arg) => substitute(arg, bound))]
}
