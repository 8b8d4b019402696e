import type { Found } from '../events.ts'
import { LIMITS } from '../../../src/engine/language/expressions/program.ts'
import type { Node } from '../../../src/engine/language/expressions/program.ts'
import { CompilationUnit } from '../lower/compilationUnit.ts'
import type { TypeObserver } from '../lower/compilationUnit.ts'
import type { ProjectIndex } from '../projectIndex.ts'
import type { CompiledPart, PartParam } from './compiledPart.ts'
import type { Contract } from '../contract/contract.ts'
import type { State } from '../contract/declarations.ts'
import { pathKey } from '../infer/astKey.ts'
import { Scope } from '../infer/scope.ts'
import type { Binding } from '../infer/scope.ts'
import { resolveAll } from '../infer/unitRefs.ts'
import { PART_FIELDS, PART_KEYWORDS } from '../keywords/part/index.ts'
import { compileNode, compileNodes } from '../lower/node.ts'
import { readFields } from '../lower/readFields.ts'
import { draftNames, queryNames, rootNames } from '../lower/rootScope.ts'
import { itemsOf } from '../source/source.ts'
import type { JsonNode, Range, Source } from '../source/source.ts'
import { WRONG, nullable, typeOf } from '../infer/types.ts'
import type { Type } from '../infer/types.ts'
import { checkUnitRules } from '../flow/unitRules.ts'

/** Compiles a part on its own, once for all its uses. `root` is undefined if the part has no valid root node or is too large for a screen. */
export function compilePart(
  source: Source,
  id: string,
  contract: Contract,
  projectIndex: ProjectIndex,
  observeType?: TypeObserver,
): CompiledPart {
  const unit = new CompilationUnit(source, contract, projectIndex, 'part', id)
  unit.observeType = observeType
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
    rows: unit.rows,
    diagnostics: unit.reporter.diagnostics,
  })
  const fields = readFields(unit, source.root, '', PART_FIELDS, 'A part')
  if (!fields) return result()
  for (const { name, declare } of PART_KEYWORDS) declare?.(fields[name], { unit, params })
  let scope = Scope.of(
    [...rootNames(contract), draftNames(contract, (form) => unit.drafts.set(form, unit.drafts.get(form)))],
    id,
  )
  const types = resolveAll(
    new Map(
      [...params].map(([name, param]) => [
        name,
        param.required || param.default !== undefined ? typeOf(param.schema) : nullable(typeOf(param.schema)),
      ]),
    ),
    (name) => pathKey(name),
  )
  for (const [name, param] of params) {
    if (!param.ref)
      scope = scope.bind(
        name,
        types.get(name) ?? WRONG,
        () => {
          param.used = true
        },
        unit.own('param', name),
      )
    else if ('state' in param.ref)
      scope = scope.with([
        [
          name,
          {
            ...lentState(param.ref.state, types.get(name) ?? WRONG, unit.local(name)),
            of: unit.own('param', name),
          },
        ],
      ])
  }
  if (unit.queries.size > 0)
    scope = scope.with(
      queryNames(
        unit.queries,
        (name) => unit.own('query', name),
        (name) => unit.local(name),
      ),
    )
  const compiled: { root?: Node | undefined } = {}
  for (const { name, compile } of PART_KEYWORDS)
    Object.assign(
      compiled,
      compile?.(fields[name], { unit, scope, path: name, nodes: compileNodes, node: compileNode }),
    )
  if (itemsOf(fields.body).length === 0) return result()
  checkUnitRules(unit, {
    states: new Map(),
    queries: new Map(),
    params: new Map([...params].map(([name, param]) => [name, usageOf(param)])),
    handledQueries: new Set(),
  })
  return result(fitsScreen(unit, fields.body) ? compiled.root : undefined)
}

/** A part too large for any screen is not expanded: its uses would multiply its size. */
function fitsScreen(unit: CompilationUnit, body: JsonNode | undefined): boolean {
  const found: Found | undefined =
    unit.nodes > LIMITS.nodes
      ? { event: 'tooManyNodes', holder: 'The part', nodes: unit.nodes }
      : unit.depth > LIMITS.depth
        ? { event: 'tooManyLevels', holder: 'The part', depth: unit.depth }
        : undefined
  if (!found || !body) return true
  unit.emit(found, body, 'body')
  unit.nodes = 1
  unit.depth = 1
  return false
}

function usageOf({ used, ref, at }: PartParam): { used: boolean; at: Range; set?: boolean } {
  if (!ref) return { used, at }
  return 'state' in ref
    ? { used: ref.state.used || ref.state.set, at, set: ref.state.set }
    : { used: ref.query.used, at }
}

const lentState = (state: State, type: Type, name: string): Binding => ({
  kind: 'value',
  type,
  expr: ['@', 'state', name],
  used: () => {
    state.used = true
  },
})
