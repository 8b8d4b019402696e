import type { Expr } from '../../../../src/engine/language/expressions/program.ts'
import { checkSchema } from '../../contract/checkSchema.ts'
import { isExpression } from '../../lower/compilationUnit.ts'
import type { CompilationUnit } from '../../lower/compilationUnit.ts'
import { toExpr } from '../../lower/compileContext.ts'
import type { PartParam } from '../../parts/compiledPart.ts'
import { Scope } from '../../infer/scope.ts'
import { mentionSiblings } from '../../source/names/siblingMentions.ts'
import { checkSchemaRules } from '../../contract/schemaRules.ts'
import { renameTo } from '../../source/names/nearest.ts'
import { expectKind, fieldsOf, joinPath, readFields, synonymIn } from '../../lower/readFields.ts'
import type { Schema } from '../../contract/schema.ts'
import { member, members, rangeOf, toJson } from '../../source/source.ts'
import type { JsonNode, Range } from '../../source/source.ts'
import { compileValue } from '../../lower/value.ts'
import type { Keyword } from '../keyword.ts'
import type { PartKeyword } from './partKeyword.ts'

export const params: PartKeyword = {
  name: 'params',
  kind: 'object',
  doc: 'Parameters, by name: schemas of their values, or references to states and queries of the screen.',
  declare(value, { unit, params }) {
    unit.params = new Set(members(value).map(({ name }) => name))
    const properties = new Map(
      members(value).flatMap(({ name, value: given }): [string, JsonNode][] =>
        given.type === 'object' && !member(given, 'query') ? [[name, given]] : [],
      ),
    )
    for (const { name, key, value: given } of members(value)) {
      const path = joinPath('params', name)
      unit.mention(unit.own('param', name), key, { declares: true })
      mentionSiblings(unit, given, 'param')
      if (!expectKind(unit, given, 'object', path)) continue
      const param = member(given, 'query')
        ? readQuery(given, unit, path, rangeOf(key))
        : readParam(given, { unit, path, at: rangeOf(key), properties })
      params.set(name, param)
      if (param.ref && 'query' in param.ref) unit.queries.set(name, param.ref.query)
      if (param.ref && 'state' in param.ref) unit.states.set(name, param.ref.state)
    }
  },
}

/** Keywords of a parameter, beside those of its schema. */
export const PARAM_KEYWORDS: readonly Keyword[] = [
  {
    name: 'required',
    kind: 'boolean',
    doc: '`false`: the parameter may be omitted, and is null then.',
  },
  {
    name: 'default',
    kind: 'any',
    doc: 'The value of a parameter that is omitted: a literal.',
  },
  {
    name: 'twoWay',
    kind: 'boolean',
    doc: '`true`: a state of the screen, which the part sets by the name of the parameter with the step `set`.',
    synonyms: ['settable', 'bindable'],
  },
  {
    name: 'query',
    kind: 'string',
    doc: 'In place of a schema: a query of the screen with this call.',
    synonyms: ['region'],
  },
]
const PARAM_FIELDS = fieldsOf(PARAM_KEYWORDS)

const FLAGS = new Set(['required', 'twoWay'])
const isFlag = (property: JsonNode): boolean =>
  FLAGS.has(String(property.children?.[0]?.value)) && property.children?.[1]?.type === 'boolean'

const QUERY_FIELDS = fieldsOf([
  { name: 'query', kind: 'string', required: true },
  { name: 'description', kind: 'string' },
])

/** A parameter that is a query of the screen, declared by its call. */
function readQuery(node: JsonNode, unit: CompilationUnit, path: string, at: Range): PartParam {
  const fields = readFields(unit, node, path, QUERY_FIELDS, 'A parameter that is a query')
  const id = String(fields?.query?.value ?? '')
  const call = unit.contract.calls.get(id)
  if (fields?.query) unit.mention({ kind: 'call', name: id }, fields.query)
  if (fields?.query && !call)
    unit.emit(
      { event: 'unknownCall', call: id, calls: unit.contract.calls.keys() },
      fields.query,
      joinPath(path, 'query'),
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
function readParam(
  node: JsonNode,
  {
    unit,
    path,
    at,
    properties,
  }: { unit: CompilationUnit; path: string; at: Range; properties: ReadonlyMap<string, JsonNode> },
): PartParam {
  const { required, default: _, twoWay, ...raw } = toJson(node) as Record<string, unknown>
  const fallback = member(node, 'default')
  const other = members(node).find(({ name }) => synonymIn(PARAM_FIELDS, name) !== undefined)
  if (other)
    unit.emit(
      {
        event: 'unknownMemberOfHolder',
        holder: 'A parameter',
        name: other.name,
        suggestion: renameTo(other.name, synonymIn(PARAM_FIELDS, other.name) ?? ''),
      },
      other.key,
      joinPath(path, other.name),
    )
  const sound =
    other === undefined &&
    checkSchema({ ...node, children: (node.children ?? []).filter((child) => !isFlag(child)) }, unit.reporter, path)
  const schema = sound
    ? unit.contract.resolve((Array.isArray(required) ? { ...raw, required } : raw) as Schema, unit.source.file)
    : {}
  const isPossible = checkSchemaRules(unit.reporter, {
    sources: new Map(),
    root: node,
    path,
    amounts: 'alone',
    siblings: { properties },
  })
  const state = twoWay === true ? { schema, at, used: false, set: false } : undefined
  if (state && (required === false || fallback !== undefined))
    unit.emit({ event: 'optionalStateReference' }, node, path)
  if (state) return { schema, required: true, ref: { state }, at, used: false }
  return {
    schema,
    required: required !== false && fallback === undefined,
    ...(fallback === undefined
      ? {}
      : { default: sound && isPossible ? compileDefault(fallback, schema, unit, joinPath(path, 'default')) : null }),
    at,
    used: false,
  }
}

/** A default is the same in all uses of a part, so it reads nothing. */
function compileDefault(node: JsonNode, schema: Schema, unit: CompilationUnit, path: string): Expr {
  if (!isExpression(node))
    return toExpr(
      compileValue(node, schema, { unit, scope: Scope.of([]), path, nodes: () => [], node: () => undefined }),
    )
  unit.emit({ event: 'literalNeeded' }, node, path)
  return null
}
