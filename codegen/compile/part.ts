import type { Expr, Node } from '../../src/core/program.ts'
import { LIMITS } from '../../src/core/program.ts'
import { itemsOf, member, members, rangeOf, toJson } from './source.ts'
import type { JsonNode, Range, Source } from './source.ts'
import type { Contract } from './contract.ts'
import { checkSchema } from './checkSchema.ts'
import { checkSchemaRules } from './schemaRules.ts'
import { expectKind, joinPath, readFields } from './readFields.ts'
import { compileNode, compileNodes } from './node.ts'
import { CompilationUnit } from './compilationUnit.ts'
import type { ProjectIndex } from './compilationUnit.ts'
import type { State } from './declarations.ts'
import type { CompiledPart, PartParam } from './compiledPart.ts'
import { draftNames, queryNames, reportMissingForms, rootNames } from './rootScope.ts'
import { Scope } from './infer/scope.ts'
import type { Binding } from './infer/scope.ts'
import { didYouMean } from './nearest.ts'
import { synonymAmong } from './synonyms.ts'
import type { Schema } from './schema.ts'
import { resolveAll } from './infer/unitRefs.ts'
import { WRONG, nullable, typeOf } from './types.ts'
import type { Type } from './types.ts'
import referenceParameter from '../check/rules/reference-parameter.ts'
import limits from '../check/rules/limits.ts'
import partRoot from '../check/rules/part-root.ts'
import unknownCall from '../check/rules/unknown-call.ts'
import unknownProperty from '../check/rules/unknown-property.ts'
import unsetState from '../check/rules/unset-state.ts'
import unusedParam from '../check/rules/unused-param.ts'
import wrongShape from '../check/rules/wrong-shape.ts'

const SHAPE = { $schema: 'string', 'id!': 'string', description: 'string', params: 'object', 'body!': 'array' } as const

/** Compiles a part on its own, once for all its uses. `root` is undefined if the part has no valid root node or is too large for a screen. */
export function compilePart(source: Source, id: string, contract: Contract, projectIndex: ProjectIndex): CompiledPart {
  const unit = new CompilationUnit(source, contract, projectIndex, 'part', id)
  const params = new Map<string, PartParam>()
  const result = (root?: Node): CompiledPart => ({
    id,
    params,
    root,
    used: unit.used,
    requiredRules: unit.requiredRules,
    sent: unit.sent,
    closesSheet: unit.closesSheet,
    nodes: unit.nodes,
    depth: unit.depth,
    repeaters: unit.repeaters,
    diagnostics: unit.reporter.diagnostics,
  })
  const fields = readFields(unit, source.root, '', SHAPE, 'A part')
  if (!fields) return result()
  unit.params = new Set(members(fields.params).map(({ name }) => name))
  if (fields.id && fields.id.value !== id)
    unit.report(wrongShape, fields.id, 'id', `This part is screens/parts/${id}.json, so its id is "${id}".`)
  let scope = Scope.of(
    [...rootNames(contract), draftNames(contract, (form) => unit.drafts.set(form, unit.drafts.get(form)))],
    id,
  )
  const valueParams = new Map<string, JsonNode>()
  for (const { name, key, value } of members(fields.params)) {
    if (!expectKind(unit, value, 'object', joinPath('params', name))) continue
    const path = joinPath('params', name)
    const param = member(value, 'query')
      ? readQuery(value, unit, path, rangeOf(key))
      : readParam(value, unit, path, rangeOf(key))
    params.set(name, param)
    if (param.ref && 'query' in param.ref) unit.queries.set(name, param.ref.query)
    else valueParams.set(name, value)
    if (param.ref && 'state' in param.ref) unit.states.set(name, param.ref.state)
  }
  for (const [name, value] of valueParams)
    checkSchemaRules(unit.reporter, {
      sources: new Map(),
      root: value,
      path: joinPath('params', name),
      amounts: 'alone',
      siblings: { properties: valueParams },
    })
  const types = resolveAll(
    new Map(
      [...params].map(([name, param]) => [
        name,
        param.required || param.default !== undefined ? typeOf(param.schema) : nullable(typeOf(param.schema)),
      ]),
    ),
    (name) => name,
  )
  for (const [name, param] of params) {
    if (!param.ref)
      scope = scope.bind(name, types.get(name) ?? WRONG, () => {
        param.used = true
      })
    else if ('state' in param.ref)
      scope = scope.with([[name, lentState(param.ref.state, types.get(name) ?? WRONG, unit.local(name))]])
  }
  if (unit.queries.size > 0) scope = scope.with(queryNames(unit.queries, (name) => unit.local(name)))
  const body = itemsOf(fields.body)
  const [first] = body
  if (fields.body && body.length !== 1)
    unit.report(
      partRoot,
      fields.body,
      'body',
      `A part has exactly one root node, and this has ${body.length}.`,
      'Put the nodes into one Stack.',
    )
  if (!first) return result()
  const each = member(first, 'each')
  if (each)
    unit.report(
      partRoot,
      each,
      'body/0',
      'The root node of a part cannot have "each".',
      'Put it into a Stack, or write "each" where the part is used.',
    )
  const root = compileNode(first, { unit, scope, path: 'body/0', nodes: compileNodes })
  unit.reportUnusedNames()
  reportMissingForms(unit)
  for (const [name, { ref, at }] of params)
    if (ref && 'state' in ref && !ref.state.set)
      unit.report(
        unsetState,
        at,
        joinPath('params', name),
        `No step of the part sets its parameter "${name}".`,
        'Remove "twoWay".',
      )
  for (const [name, param] of params)
    if (!isUsed(param))
      unit.report(unusedParam, param.at, joinPath('params', name), `Nothing in the part reads its parameter "${name}".`)
  return result(fitsScreen(unit, fields.body) ? root : undefined)
}

/** A part too large for any screen is not expanded: its uses would multiply its size. */
function fitsScreen(unit: CompilationUnit, body: JsonNode | undefined): boolean {
  const over =
    unit.nodes > LIMITS.nodes
      ? `has ${unit.nodes} nodes, parts counted where they are used; at most ${LIMITS.nodes}`
      : unit.depth > LIMITS.depth
        ? `is ${unit.depth} levels deep, parts counted where they are used; at most ${LIMITS.depth}`
        : undefined
  if (over === undefined || !body) return true
  unit.report(limits, body, 'body', `The part ${over} are allowed.`)
  unit.nodes = 1
  unit.depth = 1
  return false
}

const isUsed = ({ used, ref }: PartParam): boolean =>
  !ref ? used : 'state' in ref ? ref.state.used || ref.state.set : ref.query.used
const lentState = (state: State, type: Type, name: string): Binding => ({
  kind: 'value',
  type,
  expr: ['@', 'state', name],
  used: () => {
    state.used = true
  },
})

const FLAGS = new Set(['required', 'twoWay'])
const PARAM_KEYWORDS = ['twoWay', 'query'] as const
const isFlag = (property: JsonNode): boolean =>
  FLAGS.has(String(property.children?.[0]?.value)) && property.children?.[1]?.type === 'boolean'

const QUERY = { 'query!': 'string', description: 'string' } as const

/** A parameter that is a query of the screen, declared by its call. */
function readQuery(node: JsonNode, unit: CompilationUnit, path: string, at: Range): PartParam {
  const fields = readFields(unit, node, path, QUERY, 'A parameter that is a query')
  const id = String(fields?.query?.value ?? '')
  const call = unit.contract.calls.get(id)
  if (fields?.query && !call)
    unit.report(
      unknownCall,
      fields.query,
      joinPath(path, 'query'),
      `There is no call "${id}" in the contract.`,
      didYouMean(id, unit.contract.calls.keys()),
    )
  const schema = call?.data ?? {}
  return {
    schema,
    required: true,
    ref: { query: { schema, at, used: false, call: call ? id : '', paged: call?.paging !== undefined } },
    at,
    used: false,
  }
}

/** A parameter is a schema, with "required": false or a "default" where it may be left out, or "twoWay": true where it is a state. */
function readParam(node: JsonNode, unit: CompilationUnit, path: string, at: Range): PartParam {
  const { required, default: fallback, twoWay, ...raw } = toJson(node) as Record<string, unknown> & { default?: Expr }
  const other = members(node).find(({ name }) => synonymAmong(name, PARAM_KEYWORDS))
  if (other)
    unit.report(
      unknownProperty,
      other.key,
      joinPath(path, other.name),
      `A parameter has no "${other.name}".`,
      didYouMean(other.name, PARAM_KEYWORDS),
    )
  const sound =
    other === undefined &&
    checkSchema({ ...node, children: (node.children ?? []).filter((one) => !isFlag(one)) }, unit.reporter, path)
  const schema = sound
    ? unit.contract.resolve((Array.isArray(required) ? { ...raw, required } : raw) as Schema, unit.source.file)
    : {}
  const state = twoWay === true ? { schema, at, used: false, set: false } : undefined
  if (state && (required === false || fallback !== undefined))
    unit.report(
      referenceParameter,
      node,
      path,
      'A parameter with "twoWay" is a state of the screen, so it is required.',
      'Remove "required" and "default".',
    )
  if (state) return { schema, required: true, ref: { state }, at, used: false }
  return {
    schema,
    required: required !== false && fallback === undefined,
    ...(fallback === undefined ? {} : { default: fallback }),
    at,
    used: false,
  }
}
