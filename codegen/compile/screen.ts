import { evaluate } from '../../src/core/evaluate.ts'
import { callFunction } from '../../src/core/functions.ts'
import type { FunctionEnv } from '../../src/core/functionEnv.ts'
import type { Query, Expr, Json, Screen, Shape, Step } from '../../src/core/program.ts'
import { LIMITS } from '../../src/core/program.ts'
import { didYouMean, suggest } from './nearest.ts'
import { itemsOf, member, members, rangeOf, stringAt, toJson, visitJson } from './source.ts'
import type { JsonNode, Source } from './source.ts'
import { requirements } from './capabilities.ts'
import { deferredKinds } from './deferredForms.ts'
import { callDef } from './contract.ts'
import type { Contract } from './contract.ts'
import type { Diagnostic } from './diagnostics.ts'
import { expectKind, joinPath, readFields } from './readFields.ts'
import { compileValue } from './value.ts'
import { toExpr } from './compileContext.ts'
import type { CompileContext } from './compileContext.ts'
import { compileCondition } from './condition.ts'
import { compileNodes } from './node.ts'
import { queriesPassedByRef } from './refParams.ts'
import { compileSteps } from './step.ts'
import { checkCallAccess, checkProofs } from './accessChecks.ts'
import { CompilationUnit } from './compilationUnit.ts'
import type { ProjectIndex } from './compilationUnit.ts'
import type { UsedNames } from './usedNames.ts'
import type { Declared } from './declarations.ts'
import { paramNames, reportMissingForms, screenNames, rootNames } from './rootScope.ts'
import { mutableReadsOf } from './invalidateFacts.ts'
import { fact, factsOf, LOGIN_FACTS } from './infer/facts.ts'
import { Scope } from './infer/scope.ts'
import { replyShape, toShape } from './schema.ts'
import type { Schema } from './schema.ts'
import toolbarRule from '../check/rules/toolbar.ts'
import invalidLiteral from '../check/rules/invalid-literal.ts'
import limits from '../check/rules/limits.ts'
import missingProperty from '../check/rules/missing-property.ts'
import queryEffect from '../check/rules/query-effect.ts'
import unknownAccess from '../check/rules/unknown-access.ts'
import unknownCall from '../check/rules/unknown-call.ts'
import unsetState from '../check/rules/unset-state.ts'
import unusedParam from '../check/rules/unused-param.ts'
import unusedQuery from '../check/rules/unused-query.ts'
import unusedState from '../check/rules/unused-state.ts'
import wrongShape from '../check/rules/wrong-shape.ts'
import { readParams } from './params.ts'
import { replaceWith } from './quickFix.ts'
import { isRoute, slashed } from './route.ts'
import { inferSchema } from './inferSchema.ts'
import { checkSchemaRules } from './schemaRules.ts'
import { untypedPaths } from './untypedPaths.ts'
import { checkSchema } from './checkSchema.ts'

export interface CompiledScreen {
  /** Nodes, those of parts counted where they are used. */
  nodes: number
  screen: Screen | undefined
  used: UsedNames
  diagnostics: Diagnostic[]
}

export interface CheckedScreen extends CompiledScreen {
  file: string
  route: string
}

const SHAPE = {
  $schema: 'string',
  'id!': 'string',
  description: 'string',
  'route!': 'string',
  title: 'any',
  navigationBar: 'string',
  toolbar: 'array',
  access: 'array',
  params: 'object',
  state: 'object',
  queries: 'object',
  onShow: 'array',
  'body!': 'array',
} as const
const QUERY = {
  'call!': 'string',
  payload: 'object',
  enabled: 'string',
  emptyWhen: 'string',
  refreshSeconds: 'integer',
  loading: 'array',
  error: 'array',
  empty: 'array',
} as const
const TEXT: Schema = { type: 'string', format: 'text' }
const NAVS = ['default', 'custom', 'none'] as const

/** Checks and lowers one screen. `screen` is undefined if the document is no object or exceeds a limit; other errors are only reported. */
export function compileScreen(source: Source, contract: Contract, projectIndex: ProjectIndex): CompiledScreen {
  const unit = new CompilationUnit(source, contract, projectIndex, 'screen', '')
  const done = (screen?: Screen): CompiledScreen => ({
    screen,
    nodes: unit.nodes,
    used: unit.used,
    diagnostics: unit.reporter.diagnostics,
  })
  const fields = readFields(unit, source.root, '', SHAPE, 'A screen')
  if (!fields) return done()
  const id = String(fields.id?.value ?? '')
  const file = source.file.replace(/^screens\//, '').replace(/\.json$/, '')
  if (fields.id && id !== file)
    unit.report(wrongShape, fields.id, 'id', `This screen is screens/${file}.json, so its id is "${file}".`)
  const route = String(fields.route?.value ?? '')
  if (fields.route && !isRoute(route))
    unit.report(
      invalidLiteral,
      fields.route,
      'route',
      'A route is a path like /pages/market/index.',
      isRoute(slashed(route)) ? replaceWith(fields.route, slashed(route)) : undefined,
    )
  const access = readAccess(unit, fields.access)
  unit.access = new Set(access)
  const params = readParams(unit, fields.params)
  const { state, initialExprs, stateShapes } = readState(unit, fields.state, params)
  declareQueries(unit, fields.queries)
  let scope = Scope.of([
    ...rootNames(contract),
    ...screenNames(contract, unit.states, params.tracked, unit.queries, (form) =>
      unit.drafts.set(form, unit.drafts.get(form)),
    ),
  ])
  if (unit.access.has('login')) scope = scope.know(LOGIN_FACTS)
  const context: CompileContext = { unit, scope, path: '', nodes: compileNodes }
  const title = fields.title
    ? toExpr(compileValue(fields.title, TEXT, { ...context, path: 'title' }))
    : (['@', 'config', 'shortName'] as const)
  const needed = new Set([fields.body, fields.toolbar].flatMap((list) => (list ? needsOf(list, projectIndex) : [])))
  const queries = compileQueries(unit, fields.queries, context)
  const onShow: Step[] = fields.onShow
    ? compileSteps(fields.onShow, { ...context, path: 'onShow', trigger: { event: 'onShow', guarded: false } })
    : []
  const awaitedByBody = [...unit.queries.keys()].filter((name) => !needed.has(name))
  const toolbar = fields.toolbar
    ? compileNodes(fields.toolbar, { ...context, path: 'toolbar', inBar: true })
    : undefined
  const body = compileNodes(fields.body, {
    ...context,
    scope: awaitedByBody.reduce((inner, name) => inner.know(fact(name, { nonNull: true })), scope),
    path: 'body',
  })
  reportUnused(unit, params.tracked, needed)
  unit.reportUnusedNames()
  reportMissingForms(unit)
  if (unit.nodes > LIMITS.nodes)
    unit.report(
      limits,
      rangeOf(fields.body ?? fields.id ?? { offset: 0, length: 1, type: 'null' }),
      'body',
      `The screen has ${unit.nodes} nodes, parts counted where they are used; at most ${LIMITS.nodes} are allowed.`,
    )
  if (unit.depth > LIMITS.depth)
    unit.report(
      limits,
      rangeOf(fields.body ?? fields.id ?? { offset: 0, length: 1, type: 'null' }),
      'body',
      `The screen is ${unit.depth} levels deep, parts counted where they are used; at most ${LIMITS.depth} are allowed.`,
    )
  if (unit.nodes > LIMITS.nodes || unit.depth > LIMITS.depth) return done()
  const navigationBar = NAVS.find((one) => one === (fields.navigationBar?.value ?? 'default'))
  if (!navigationBar && fields.navigationBar)
    unit.report(
      invalidLiteral,
      fields.navigationBar,
      'navigationBar',
      `"${String(fields.navigationBar.value)}" is no kind of navigation bar: ${NAVS.join(', ')}.`,
      didYouMean(String(fields.navigationBar.value), NAVS),
    )
  if (fields.toolbar && itemsOf(fields.toolbar).length > LIMITS.toolbar)
    unit.report(
      toolbarRule,
      fields.toolbar,
      'toolbar',
      `At 320 px the toolbar has room for ${LIMITS.toolbar} nodes beside the title, and this one has ${itemsOf(fields.toolbar).length}.`,
      'Put the less used ones into a sheet.',
    )
  if (fields.toolbar && navigationBar && navigationBar !== 'default')
    unit.report(
      toolbarRule,
      fields.toolbar,
      'toolbar',
      `A "toolbar" is shown in the navigation bar of the app, and this screen has "navigationBar": "${navigationBar}".`,
      navigationBar === 'custom'
        ? 'Put the nodes into the slot "end" of its own NavBar.'
        : 'Write "navigationBar": "default".',
    )
  const { used } = unit
  const calls = [...used.calls].toSorted().flatMap((name) => contract.calls.get(name) ?? [])
  const forms = [...used.forms].toSorted().flatMap((name) => contract.forms.get(name) ?? [])
  for (const form of forms) {
    for (const text of form.texts) used.texts.add(text)
    for (const name of form.functions) used.functions.add(name)
  }
  const defs = Object.fromEntries(forms.map((form) => [form.id, form.def]))
  const deferred = deferredKinds(
    { ...(toolbar && { toolbar }), state, initialExprs, queries, onShow, body },
    defs,
    contract.actions,
  )
  return done({
    id,
    route,
    title,
    navigationBar: navigationBar ?? 'default',
    ...(toolbar && { toolbar }),
    access,
    params: params.lowered,
    state,
    ...(Object.keys(initialExprs).length > 0 && { initialExprs }),
    ...(Object.keys(stateShapes).length > 0 && { stateShapes }),
    queries,
    onShow,
    body,
    requires: {
      ...requirements(used, contract, Object.values(defs)),
      ...(deferred.kinds.length > 0 && { deferred: deferred.kinds }),
    },
    calls: Object.fromEntries(calls.map((call) => [call.id, callDef(call, replyShape(call.data))])),
    forms: Object.fromEntries(
      Object.entries(defs).map(([name, def]) => [
        name,
        { ...def, ...(deferred.forms[name] && { deferred: deferred.forms[name] }) },
      ]),
    ),
  })
}

function readAccess(unit: CompilationUnit, list: JsonNode | undefined): string[] {
  const out: string[] = []
  for (const [index, node] of itemsOf(list).entries()) {
    if (!expectKind(unit, node, 'string', `access/${index}`)) continue
    const accessRule = String(node.value)
    if (unit.contract.accessRules.has(accessRule)) out.push(accessRule)
    else
      unit.report(
        unknownAccess,
        node,
        `access/${index}`,
        `There is no access rule "${accessRule}".`,
        suggest(accessRule, unit.contract.accessRules),
      )
  }
  return out
}

function readState(
  unit: CompilationUnit,
  node: JsonNode | undefined,
  params: ReturnType<typeof readParams>,
): Required<Pick<Screen, 'state' | 'initialExprs' | 'stateShapes'>> {
  const out: Record<string, Json> = {}
  const initialExprs: Record<string, Expr> = {}
  const entered = Scope.of(paramNames(params.tracked))
  const shapes: Record<string, Shape> = {}
  const amounts = new Map<string, JsonNode>()
  for (const { name, key, value } of members(node)) {
    const declared = value.type === 'object' ? member(value, 'type') : undefined
    let schema: Schema
    if (declared) {
      const initial = member(value, 'value')
      schema =
        declared.type === 'string'
          ? { type: String(declared.value) }
          : checkSchema(declared, unit.reporter, joinPath('state', `${name}/type`))
            ? unit.contract.resolve(toJson(declared) as Schema, unit.source.file)
            : {}
      if (!initial)
        unit.report(missingProperty, value, joinPath('state', name), 'A state with a "type" needs its first "value".')
      const compiled = initial
        ? compileValue(initial, schema, {
            unit,
            scope: entered,
            path: joinPath('state', `${name}/value`),
            nodes: compileNodes,
          })
        : undefined
      if (compiled && 'expr' in compiled) initialExprs[name] = compiled.expr
      out[name] = !compiled
        ? null
        : 'json' in compiled
          ? compiled.json
          : evaluateWithDefaults(compiled.expr, params.lowered)
    } else {
      schema = inferSchema(toJson(value))
      out[name] = toJson(value)
    }
    if (untypedPaths(schema).length > 0) {
      unit.report(
        missingProperty,
        value,
        joinPath('state', name),
        `The type of the state "${name}" cannot be inferred from this value.`,
        'Write {"type": {…schema…}, "value": …}.',
      )
    }
    unit.states.set(name, { schema, at: rangeOf(key), used: false, set: false })
    if (declared || (value.type !== 'string' && value.type !== 'boolean')) shapes[name] = toShape(schema)
    if (declared) amounts.set(name, declared)
  }
  for (const [name, declared] of amounts)
    checkSchemaRules(unit.reporter, {
      sources: new Map(),
      root: declared,
      path: joinPath('state', `${name}/type`),
      amounts: 'alone',
      siblings: { properties: amounts },
    })
  return { state: out, initialExprs, stateShapes: shapes }
}

/** Initial value of a state for a route without parameters; null if it depends on the language or on prices. */
function evaluateWithDefaults(expr: Expr, params: Screen['params']): Json {
  try {
    return evaluate(expr, null, {
      read: (_root, name) => params[name]?.default ?? null,
      text: NO_ENV.text,
      call: (name, args) => callFunction(name, args, NO_ENV),
    }) as Json
  } catch {
    return null
  }
}

const unknown = (): never => {
  throw new Error('There is no user.')
}
const NO_ENV: FunctionEnv = {
  text: unknown,
  quote: unknown,
  get format() {
    return unknown()
  },
}

function declareQueries(unit: CompilationUnit, node: JsonNode | undefined): void {
  for (const { name, key, value } of members(node)) {
    const call = unit.contract.calls.get(stringAt(value, 'call') ?? '')
    unit.queries.set(name, {
      schema: call?.data ?? {},
      at: rangeOf(key),
      used: false,
      call: call?.id ?? '',
      paged: call?.paging !== undefined,
    })
  }
}

function compileQueries(
  unit: CompilationUnit,
  node: JsonNode | undefined,
  context: CompileContext,
): Record<string, Query> {
  const out: Record<string, Query> = {}
  for (const { name, value } of members(node)) {
    const path = joinPath('queries', name)
    const fields = readFields(unit, value, path, QUERY, 'A query')
    if (!fields?.call) continue
    const id = String(fields.call.value)
    unit.used.calls.add(id)
    const call = unit.contract.calls.get(id)
    if (!call) {
      unit.report(
        unknownCall,
        fields.call,
        joinPath(path, 'call'),
        `There is no call "${id}" in the contract.`,
        didYouMean(id, unit.contract.calls.keys()),
      )
      continue
    }
    const query: Query = { call: id }
    if (call.effect !== 'read')
      unit.report(
        queryEffect,
        fields.call,
        joinPath(path, 'call'),
        `"${id}" has side effects, and a query is sent each time the screen is opened, comes back into view or is refreshed.`,
        'Make it a step: {"action": "call", …}.',
      )
    checkProofs(call, fields.call, { ...context, path: joinPath(path, 'call') }, new Set())
    let { scope } = context
    if (fields.enabled) {
      const typed = compileCondition(fields.enabled, { ...context, path: joinPath(path, 'enabled') })
      if (typed) {
        query.enabled = typed.expr
        scope = scope.know(factsOf(typed.ast, true))
      }
    }
    checkCallAccess(call, fields.call, joinPath(path, 'call'), { ...context, scope })
    const paging = call.paging
    const schema = paging
      ? { ...call.payload, required: (call.payload.required ?? []).filter((field) => field !== paging.page) }
      : call.payload
    if (fields.payload)
      query.payload = toExpr(
        compileValue(fields.payload, schema, { ...context, scope, path: joinPath(path, 'payload'), exact: true }),
      )
    else if (schema.required?.length)
      unit.report(
        missingProperty,
        fields.call,
        path,
        `"${id}" needs "payload" with ${schema.required.map((field) => `"${field}"`).join(', ')}.`,
      )
    const tracked = unit.queries.get(name)
    if (tracked) tracked.dependsOn = mutableReadsOf([query.payload ?? null, query.enabled ?? null])
    const inside = { ...context, scope: context.scope.know(fact(name, { nonNull: true })) }
    const wasUsed = tracked?.used ?? false
    if (fields.emptyWhen) {
      const typed = compileCondition(fields.emptyWhen, { ...inside, path: joinPath(path, 'emptyWhen') })
      if (typed) query.emptyWhen = typed.expr
    }
    const placeholders: NonNullable<Query['placeholders']> = {}
    for (const kind of ['loading', 'error', 'empty'] as const) {
      if (fields[kind])
        placeholders[kind] = compileNodes(fields[kind], {
          ...(kind === 'empty' ? inside : context),
          path: joinPath(path, kind),
        })
    }
    if (tracked) tracked.used = wasUsed
    if (Object.keys(placeholders).length > 0) query.placeholders = placeholders
    if (fields.refreshSeconds) {
      const seconds = Number(fields.refreshSeconds.value)
      if (seconds < 1)
        unit.report(
          invalidLiteral,
          fields.refreshSeconds,
          joinPath(path, 'refreshSeconds'),
          'The shortest interval is 1 second.',
        )
      query.refreshSeconds = seconds
    }
    out[name] = query
  }
  return out
}

/** Queries that nodes of a document wait for, show the error of, or give to a part. */
function needsOf(list: JsonNode, projectIndex: ProjectIndex): string[] {
  const needs: string[] = []
  visitJson(list, (node) => {
    const awaited = stringAt(node, 'waitFor')
    if (awaited !== undefined) needs.push(awaited)
    needs.push(...itemsOf(member(node, 'showErrorOf')).map(({ value }) => String(value)))
    needs.push(...queriesPassedByRef(node, projectIndex))
  })
  return needs
}

function reportUnused(unit: CompilationUnit, params: ReadonlyMap<string, Declared>, needed: ReadonlySet<string>): void {
  for (const [name, one] of unit.states)
    if (!one.used) unit.report(unusedState, one.at, joinPath('state', name), `Nothing reads the state "${name}".`)
  for (const [name, one] of unit.states)
    if (one.used && !one.set)
      unit.report(
        unsetState,
        one.at,
        joinPath('state', name),
        `No step sets the state "${name}", so it never changes.`,
        'Set it with {"action": "set", …}, or write its value where it is read.',
      )
  for (const [name, one] of params)
    if (!one.used) unit.report(unusedParam, one.at, joinPath('params', name), `Nothing reads the parameter "${name}".`)
  for (const [name, one] of unit.queries) {
    if (!one.used && one.call !== '')
      unit.report(
        unusedQuery,
        one.at,
        joinPath('queries', name),
        needed.has(name)
          ? `Nodes wait for the query "${name}", but nothing reads its data.`
          : `Nothing reads the query "${name}".`,
      )
  }
}
