import { evaluate } from '../../../../src/engine/language/expressions/evaluate.ts'
import { callFunction } from '../../../../src/engine/language/expressions/functions.ts'
import type { Expr, Json, Screen, Shape } from '../../../../src/engine/language/expressions/program.ts'
import { checkSchema } from '../../contract/checkSchema.ts'
import { isExpression, plainText } from '../../lower/compilationUnit.ts'
import type { ChangeDetail, ChangeParam } from '../../compare/change.ts'
import { valueOfExpr, valueOfJson } from '../../compare/formatExpr.ts'
import type { TextLookup } from '../../compare/formatExpr.ts'
import { equal, sortedNames } from '../../compare/nodeComparison.ts'
import { NO_FUNCTION_ENV } from '../../lower/noFunctionEnv.ts'
import { mentionSiblings } from '../../source/names/siblingMentions.ts'
import { checkSchemaRules } from '../../contract/schemaRules.ts'
import { inferSchema } from '../../contract/inferSchema.ts'
import { Scope } from '../../infer/scope.ts'
import { joinPath } from '../../lower/readFields.ts'
import { paramNames } from '../../lower/rootScope.ts'
import { toShape } from '../../contract/schema.ts'
import type { Schema } from '../../contract/schema.ts'
import { itemsOf, member, members, rangeOf, toJson } from '../../source/source.ts'
import type { JsonNode } from '../../source/source.ts'
import { untypedPaths } from '../../contract/untypedPaths.ts'
import { compileValue } from '../../lower/value.ts'
import type { ScreenInProgress, ScreenKeyword } from './screenKeyword.ts'

export const state: ScreenKeyword = {
  name: 'state',
  kind: 'object',
  doc: 'Variables of the screen with initial values: `{"query": ""}`, or `{"type": {…schema…}, "value": …}` to restrict the values. A state with `enum` keeps its value when the page is loaded again; numbers and other restricted states, except lists, keep it together with a form that was not sent. The initial value of a state with a type may read the URL, once, when the screen is entered: `{"type": {"type": "string"}, "value": "=params.kind"}`.',
  schema: () => ({ type: 'object' }),
  declare(value, screen) {
    const { state, initialExprs, stateShapes } = readState(value, screen)
    return {
      state,
      ...(Object.keys(initialExprs).length > 0 && { initialExprs }),
      ...(Object.keys(stateShapes).length > 0 && { stateShapes }),
    }
  },
  compare(
    { state: before, initialExprs: first = {} },
    { state: after, initialExprs: next = {} },
    { describer, report },
  ) {
    for (const name of sortedNames(before, after)) {
      if (!Object.hasOwn(before, name)) report({ code: 'state/added', params: { name: { quoted: name } } })
      else if (!Object.hasOwn(after, name)) report({ code: 'state/removed', params: { name: { quoted: name } } })
      else if (!equal(first[name] ?? null, next[name] ?? null))
        report(
          stateChange(
            name,
            firstValue(name, after, next, describer.after),
            firstValue(name, before, first, describer.before),
          ),
        )
      else if (!equal(before[name] ?? null, after[name] ?? null))
        report(stateChange(name, valueOfJson(after[name]), valueOfJson(before[name])))
    }
  },
}

const stateChange = (name: string, value: ChangeParam, before: ChangeParam): ChangeDetail => ({
  code: 'state/changed',
  params: { name: { quoted: name }, value, before },
})

const firstValue = (
  name: string,
  state: Screen['state'],
  initialExprs: NonNullable<Screen['initialExprs']>,
  textOf: TextLookup,
): ChangeParam =>
  Object.hasOwn(initialExprs, name) ? valueOfExpr(initialExprs[name] ?? null, textOf) : valueOfJson(state[name])

function readState(
  value: JsonNode | undefined,
  { unit, params, lowered, nodes, node }: ScreenInProgress,
): Required<Pick<Screen, 'state' | 'initialExprs' | 'stateShapes'>> {
  const out: Record<string, Json> = {}
  const initialExprs: Record<string, Expr> = {}
  const entered = Scope.of(paramNames(params, unit.source.file))
  const shapes: Record<string, Shape> = {}
  const properties = new Map(
    members(value).flatMap(({ name, value: given }): [string, JsonNode][] => {
      const declared = given.type === 'object' ? member(given, 'type') : undefined
      return declared ? [[name, declared]] : []
    }),
  )
  for (const { name, key, value: given } of members(value)) {
    const declared = properties.get(name)
    let schema: Schema
    if (declared) {
      const initial = member(given, 'value')
      schema =
        declared.type === 'string'
          ? { type: String(declared.value) }
          : checkSchema(declared, unit.reporter, joinPath('state', `${name}/type`))
            ? unit.contract.resolve(toJson(declared) as Schema, unit.source.file)
            : {}
      if (!initial) unit.emit({ event: 'initialValueMissing' }, given, joinPath('state', name))
      const isPossible = checkSchemaRules(unit.reporter, {
        sources: new Map(),
        root: declared,
        path: joinPath('state', `${name}/type`),
        amounts: 'alone',
        siblings: { properties },
      })
      const compiled = initial
        ? compileValue(initial, isPossible ? schema : {}, {
            unit,
            scope: entered,
            path: joinPath('state', `${name}/value`),
            nodes,
            node,
          })
        : undefined
      if (compiled && 'expr' in compiled) initialExprs[name] = compiled.expr
      out[name] = !compiled
        ? null
        : 'json' in compiled
          ? compiled.json
          : evaluateWithDefaults(compiled.expr, lowered.params ?? {})
    } else {
      for (const text of textsIn(given))
        if (isExpression(text))
          unit.emit({ event: 'typeOfInitialExpressionMissing', state: name }, text, joinPath('state', name))
      const initial = literalOf(given)
      schema = inferSchema(initial)
      out[name] = initial
    }
    if (untypedPaths(schema).length > 0) {
      unit.emit({ event: 'stateTypeMissing', state: name }, given, joinPath('state', name))
    }
    unit.mention(unit.own('state', name), key, { declares: true })
    if (declared) mentionSiblings(unit, declared, 'state')
    unit.states.set(name, { schema, at: rangeOf(key), used: false, set: false })
    if (declared || (given.type !== 'string' && given.type !== 'boolean')) shapes[name] = toShape(schema)
  }
  return { state: out, initialExprs, stateShapes: shapes }
}

/** The texts of a value without expressions. */
const textsIn = (node: JsonNode): JsonNode[] =>
  node.type === 'object'
    ? members(node).flatMap(({ value }) => textsIn(value))
    : node.type === 'array'
      ? itemsOf(node).flatMap(textsIn)
      : node.type === 'string'
        ? [node]
        : []

/** The value of a node without expressions: "==x" is the text "=x". */
function literalOf(node: JsonNode): Json {
  if (node.type === 'object')
    return Object.fromEntries(members(node).map(({ name, value }) => [name, literalOf(value)]))
  if (node.type === 'array') return itemsOf(node).map(literalOf)
  return node.type === 'string' && !isExpression(node) ? plainText(node) : toJson(node)
}

/** Initial value of a state for a route without parameters; null if it depends on the language or on prices. */
function evaluateWithDefaults(expr: Expr, params: Screen['params']): Json {
  try {
    return evaluate(expr, null, {
      read: (_root, name) => params[name]?.default ?? null,
      text: NO_FUNCTION_ENV.text,
      call: (name, args) => callFunction(name, args, NO_FUNCTION_ENV),
    }) as Json
  } catch {
    return null
  }
}
