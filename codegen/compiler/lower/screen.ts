import type { Screen } from '../../../src/engine/language/expressions/program.ts'
import { LIMITS } from '../../../src/engine/language/expressions/program.ts'
import { requirements } from '../contract/capabilities.ts'
import { CompilationUnit } from './compilationUnit.ts'
import type { TypeObserver } from './compilationUnit.ts'
import type { ProjectIndex } from '../projectIndex.ts'
import type { CompileContext } from './compileContext.ts'
import { callDef } from '../contract/contract.ts'
import type { Contract } from '../contract/contract.ts'
import { deferredKinds, deferredWidgets } from './deferred.ts'
import type { Declared } from '../contract/declarations.ts'
import { LOGIN_FACTS } from '../infer/facts.ts'
import { Scope } from '../infer/scope.ts'
import { NODE_KEYWORDS } from '../keywords/node/index.ts'
import { SCREEN_FIELDS, SCREEN_KEYWORDS } from '../keywords/screen/index.ts'
import type { ScreenInProgress } from '../keywords/screen/screenKeyword.ts'
import { compileNode, compileNodes } from './node.ts'
import { readFields } from './readFields.ts'
import { queriesPassedByRef } from '../parts/refParams.ts'
import { rootNames, screenNames } from './rootScope.ts'
import { replyShape } from '../contract/schema.ts'
import { member, rangeOf, visitJson } from '../source/source.ts'
import type { JsonNode, Source } from '../source/source.ts'
import { checkUnitRules } from '../flow/unitRules.ts'
import type { CompiledScreen } from '../compiledScreen.ts'

/** Checks and lowers one screen. `screen` is undefined if the document is no object or exceeds a limit; other errors are only reported. */
export function compileScreen(
  source: Source,
  contract: Contract,
  projectIndex: ProjectIndex,
  observeType?: TypeObserver,
): CompiledScreen {
  const unit = new CompilationUnit(source, contract, projectIndex, 'screen', '')
  unit.observeType = observeType
  const fields = readFields(unit, source.root, '', SCREEN_FIELDS, 'A screen')
  if (!fields) return resultOf(unit)
  const params = new Map<string, Declared>()
  const lowered: Partial<Screen> = {}
  const screen: ScreenInProgress = { unit, fields, lowered, params, nodes: compileNodes, node: compileNode }
  for (const { name, declare } of SCREEN_KEYWORDS) Object.assign(lowered, declare?.(fields[name], screen))
  const names = Scope.of([
    ...rootNames(contract),
    ...screenNames(contract, unit.states, params, unit.queries, source.file, (form) =>
      unit.drafts.set(form, unit.drafts.get(form)),
    ),
  ])
  const scope = unit.access.has('login') ? names.know(LOGIN_FACTS) : names
  const handledQueries = new Set(
    [fields.body, fields.toolbar].flatMap((list) => (list ? queriesHandledIn(list, projectIndex) : [])),
  )
  for (const { name, compile } of SCREEN_KEYWORDS) {
    const context: CompileContext = { unit, scope, path: name, nodes: compileNodes, node: compileNode }
    Object.assign(lowered, compile?.(fields[name], { ...screen, context, handledQueries }))
  }
  checkUnitRules(unit, { states: unit.states, queries: unit.queries, params, handledQueries })
  return isTooLarge(unit, fields) ? resultOf(unit) : resultOf(unit, withContract(lowered as LoweredKeywords, unit))
}

const resultOf = (unit: CompilationUnit, screen?: Screen): CompiledScreen => ({
  screen,
  nodes: unit.nodes,
  used: unit.used,
  diagnostics: unit.reporter.diagnostics,
})

type LoweredKeywords = Omit<Screen, 'requires' | 'calls' | 'forms'>

/** Adds the calls and forms that a screen uses, and what a client must have to draw it. */
function withContract(lowered: LoweredKeywords, { used, contract }: CompilationUnit): Screen {
  const calls = [...used.calls].toSorted().flatMap((name) => contract.calls.get(name) ?? [])
  const forms = [...used.forms].toSorted().flatMap((name) => contract.forms.get(name) ?? [])
  for (const form of forms) {
    for (const text of form.texts) used.texts.add(text)
    for (const name of form.functions) used.functions.add(name)
  }
  const defs = Object.fromEntries(forms.map((form) => [form.id, form.def]))
  const required = requirements(used, contract, Object.values(defs))
  const kinds = deferredKinds(lowered, defs, contract.actions)
  const deferred = [...deferredWidgets(lowered, required.widgets, contract.actions), ...kinds.kinds]
  return {
    ...lowered,
    requires: { ...required, ...(deferred.length > 0 && { deferred }) },
    calls: Object.fromEntries(calls.map((call) => [call.id, callDef(call, replyShape(call.data))])),
    forms: Object.fromEntries(
      Object.entries(defs).map(([name, def]) => [
        name,
        { ...def, ...(kinds.forms[name] && { deferred: kinds.forms[name] }) },
      ]),
    ),
  }
}

function isTooLarge(unit: CompilationUnit, { body, id }: Readonly<Record<string, JsonNode>>): boolean {
  const at = rangeOf(body ?? id ?? { offset: 0, length: 1, type: 'null' })
  if (unit.nodes > LIMITS.nodes)
    unit.emit({ event: 'tooManyNodes', holder: 'The screen', nodes: unit.nodes }, at, 'body')
  if (unit.depth > LIMITS.depth)
    unit.emit({ event: 'tooManyLevels', holder: 'The screen', depth: unit.depth }, at, 'body')
  return unit.nodes > LIMITS.nodes || unit.depth > LIMITS.depth
}

/** Queries that nodes of a document wait for, show the error of, or give to a part. */
function queriesHandledIn(list: JsonNode, projectIndex: ProjectIndex): string[] {
  const names: string[] = []
  visitJson(list, (node) => {
    for (const { name, queriesHandled } of NODE_KEYWORDS) {
      const value = queriesHandled && member(node, name)
      if (value) names.push(...queriesHandled(value))
    }
    names.push(...queriesPassedByRef(node, projectIndex))
  })
  return names
}
