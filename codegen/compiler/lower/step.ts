import { LIMITS } from '../../../src/engine/language/expressions/program.ts'
import type { Expr, Json, Node, Step } from '../../../src/engine/language/expressions/program.ts'
import { renameTo } from '../source/names/nearest.ts'
import { action as actionKeyword, STEP_FIELDS } from '../keywords/step/index.ts'
import { itemsOf, member, members, stringAt } from '../source/source.ts'
import type { JsonNode } from '../source/source.ts'
import type { ActionDef, Branch, Call } from '../contract/contract.ts'
import { expectKind, joinPath, synonymIn } from './readFields.ts'
import { compileValue } from './value.ts'
import { toExpr } from './compileContext.ts'
import type { CompileContext } from './compileContext.ts'
import { compileCondition } from './condition.ts'
import { checkSentPayload, isStartedByPress } from '../contract/money.ts'
import { checkAmountsOfStates } from '../flow/amountsOfState.ts'
import { MutableSet } from '../flow/mutable.ts'
import type { Mutable } from '../flow/mutable.ts'
import { INITIAL, mergeBranches } from '../flow/stepFlow.ts'
import type { StepFlow } from '../flow/stepFlow.ts'
import { confirmedTexts, foldedTexts } from '../flow/confirmations.ts'
import { DisplayedValues } from '../flow/displayedValues.ts'
import type { Signatures } from '../contract/functions.ts'
import {
  argumentOfKind,
  argumentWith,
  refetchedBy,
  refetchedQueries,
  stateWrittenBy,
  statesWrittenIn,
} from '../flow/stateChanges.ts'
import { sentValues } from '../flow/sentValue.ts'
import { checkRule, checkCallAccess, checkProofs, proofOf } from '../contract/accessChecks.ts'
import { factsAfterEarlyExit } from '../flow/earlyExit.ts'
import { jsonAt, writesWithin, invalidateFacts } from '../flow/invalidateFacts.ts'
import { renameRefArgs } from '../parts/renameRefArgs.ts'
import { requireArguments } from '../parts/requireArguments.ts'
import type { EarlyExit } from '../flow/earlyExit.ts'
import { factsOf, LOGIN_FACTS } from '../infer/facts.ts'
import type { ASTNode } from '../infer/ast.ts'
import { WRONG_EXPR, typeOf } from '../infer/types.ts'

/** Compiles the steps of a handler, and reports an empty one. Steps after an early exit become steps of the other branch. */
export function compileSteps(list: JsonNode, context: CompileContext): Step[] {
  const items = itemsOf(list)
  if (items.length === 0) context.unit.emit({ event: 'handlerWithoutStep' }, list, context.path)
  const actions = items.map((item) => context.unit.contract.actions.get(stringAt(item, 'action') ?? ''))
  const [last, node] = [actions.at(-1), items.at(-1)]
  if (last?.confirms && node && actions.every((action) => action?.sends === undefined))
    context.unit.emit(
      { event: 'confirmationWithoutStep', action: last.name },
      node,
      joinPath(context.path, items.length - 1),
    )
  return compileSequence(list, context, INITIAL).steps
}

/** A sequence of steps, with the state after it, and whether it leaves the screen. */
function compileSequence(
  list: JsonNode,
  context: CompileContext,
  before: StepFlow,
  from = 0,
): { steps: Step[]; flow: StepFlow; exited: boolean; changed: MutableSet } {
  if (from === 0) checkAmountsOfStates(list, context)
  const steps: Step[] = []
  const changed: Mutable[] = []
  let { scope } = context
  let flow = before
  let exitedBy: string | undefined
  for (const [index, node] of itemsOf(list).entries()) {
    if (index < from) continue
    const path = joinPath(context.path, index)
    if (exitedBy !== undefined) context.unit.emit({ event: 'stepAfterLeaving', action: exitedBy }, node, path)
    const { sessionEndedBy: ended } = flow
    const compiled = compileStep(node, { ...context, scope, path, ...(ended === undefined ? {} : { ended }) }, flow)
    if (!compiled) continue
    steps.push(compiled.step)
    const { action } = compiled
    flow = compiled.flow
    if (action.beginsSession) scope = scope.know(LOGIN_FACTS)
    // Facts about the logged-out user are dropped.
    if (flow.sessionEndedBy !== undefined && ended === undefined) scope = scope.forget(() => true)
    const { early } = compiled
    scope = invalidateFacts(early ? scope.know(early.facts) : scope, compiled.changed, context.unit)
    changed.push(...compiled.changed)
    exitedBy = compiled.exited ? action.name : undefined
    if (early && index + 1 < itemsOf(list).length) {
      const rest = compileSequence(list, { ...context, scope }, flow, index + 1)
      const { branches } = compiled.step
      compiled.step.branches = { ...branches, [early.into]: [...(branches?.[early.into] ?? []), ...rest.steps] }
      return { ...rest, steps, changed: new MutableSet([...changed, ...rest.changed]) }
    }
  }
  return { steps, flow, exited: exitedBy !== undefined, changed: new MutableSet(changed) }
}

interface CompiledStep {
  step: Step
  action: ActionDef
  flow: StepFlow
  exited: boolean
  /** Values that the step may have written. */
  changed: MutableSet
  early: EarlyExit | undefined
}

function compileStep(node: JsonNode, context: CompileContext, before: StepFlow): CompiledStep | undefined {
  const { unit, path } = context
  if (!expectKind(unit, node, 'object', path)) return undefined
  const actionNode = member(node, 'action')
  if (!actionNode) {
    const other = members(node).find(({ name }) => synonymIn(STEP_FIELDS, name) === actionKeyword.name)
    if (other)
      unit.emit(
        {
          event: 'unknownMemberOfHolder',
          holder: 'A step',
          name: other.name,
          suggestion: renameTo(other.name, actionKeyword.name),
        },
        other.key,
        joinPath(path, other.name),
      )
    else unit.emit({ event: 'actionMissing' }, { start: node.offset, end: node.offset + 1 }, path)
    return undefined
  }
  if (!expectKind(unit, actionNode, 'string', joinPath(path, 'action'))) return undefined
  const name = String(actionNode.value)
  const action = unit.contract.actions.get(name)
  if (!action) {
    unit.emit(
      { event: 'unknownAction', action: name, actions: unit.contract.actions.keys() },
      actionNode,
      joinPath(path, 'action'),
    )
    return undefined
  }
  unit.use('actions', name)
  const args: Record<string, Json> = {}
  const exprs: Record<string, Expr> = {}
  const conditions = new Map<string, ASTNode>()
  const known = action.args.properties ?? {}
  for (const member of members(node)) {
    const field = STEP_FIELDS.get(member.name)
    if (field) expectKind(unit, member.value, field.kind, joinPath(path, member.name))
    if (field || Object.hasOwn(action.branches, member.name) || Object.hasOwn(action.slots, member.name)) continue
    const schema = Object.hasOwn(known, member.name) ? known[member.name] : undefined
    const at = joinPath(path, member.name)
    if (!schema) {
      unit.misnamed.add(node)
      unit.emit({ event: 'unknownArgument', actionDef: action, name: member.name }, member.key, at)
      continue
    }
    if (schema['x-condition'] !== undefined && member.value.type === 'string') {
      const typed = compileCondition(member.value, { ...context, path: at })
      if (typed) conditions.set(member.name, typed.ast)
      exprs[member.name] = typed?.expr ?? WRONG_EXPR
      continue
    }
    const compiled = compileValue(member.value, schema, { ...context, path: at, holder: node, exact: true })
    if ('json' in compiled) args[member.name] = compiled.json
    else exprs[member.name] = compiled.expr
  }
  const call = action.sends === undefined ? undefined : checkSentCall(action, node, context, { args, exprs }, before)
  if (call === 'wrong' && action.sends !== undefined) {
    delete args[action.sends]
    exprs[action.sends] = WRONG_EXPR
  } else requireArguments(action, node, actionNode, context)
  const step: Step = {
    action: name,
    ...unlessEmpty('args', unit.kind === 'part' ? renameRefArgs(args, action, (local) => unit.local(local)) : args),
    ...unlessEmpty('exprs', exprs),
    sourcePath: unit.kind === 'part' ? `parts/${unit.id}#${path}` : path,
  }
  if (before.mayHaveFailed !== undefined && (action.leaves || showsText(action, node))) {
    unit.emit({ event: 'runsAfterFailure', call: before.mayHaveFailed }, actionNode, path)
  }
  checkSheet(action, actionNode, context)
  if (action.needsSession) checkRule('login', name, actionNode, joinPath(path, 'action'), context)
  // The failure branch of a payment is checked with the payment.
  const isPayment = call === 'wrong' || call?.effect === 'money'
  if (!isPayment) checkSilencedFailure(action, args, node, actionNode, context)
  const inside: StepFlow =
    isPayment && call !== 'wrong'
      ? consumeConfirmation(before, call.id)
      : action.proves === undefined
        ? before
        : {
            ...before,
            proved: new Set([
              ...before.proved,
              proofOf(action.proves, stringAt(node, argumentOfKind(action, 'call') ?? '')),
            ]),
          }
  const { branches, ends } = compileBranches(action, node, context, conditions, inside)
  const slots: Record<string, Node[]> = {}
  const refetchedInSlots: Mutable[] = []
  for (const slot of Object.keys(action.slots)) {
    const body = member(node, slot)
    if (body?.type === 'array' && itemsOf(body).length === 0)
      unit.emit({ event: 'noNodes', name: slot }, body, joinPath(path, slot))
    if (!body || !expectKind(unit, body, 'array', joinPath(path, slot))) continue
    const written = writesWithin(body, unit)
    // Any query may be fetched again while a sheet is open.
    const whileOpen = action.opensSheet ? new MutableSet([...written, ...refetchedQueries(unit)]) : written
    refetchedInSlots.push(...[...written].filter(isRefetched))
    slots[slot] = context.nodes(body, {
      ...context,
      scope: invalidateFacts(context.scope.withoutResults(), whileOpen, unit),
      path: joinPath(path, slot),
      ...(action.opensSheet ? { inSheet: true, inBar: false } : {}),
    })
  }
  const as = Object.fromEntries(
    Object.keys(branches).flatMap((branch) => {
      const named = action.branches[branch]?.as
      return named === undefined ? [] : [[branch, named]]
    }),
  )
  const own = stateWrittenBy(action, (argument) => stringAt(node, argument))
  const set = own?.kind === 'state' ? unit.states.get(own.name) : undefined
  if (set) set.set = true
  const changed = new MutableSet([
    ...(own ? [own.kind === 'state' ? { ...own, name: unit.local(own.name) } : own] : []),
    ...refetchedBy(action, (argument) => jsonAt(node, argument), unit),
    ...refetchedInSlots,
    ...(unit.nodes > LIMITS.nodes
      ? []
      : Object.values(slots).flatMap((nodes) => statesWrittenIn(nodes, unit.contract))),
    ...[...ends.values()].flatMap((end) => [...end.changed]),
  ])
  const written = [...changed].filter((mutable) => !isRefetched(mutable))
  const conditional = Object.entries(action.branches).flatMap(([branch, def]) =>
    def['x-when'] !== undefined || def['x-unless'] !== undefined ? [branch] : [],
  )
  return {
    step: { ...step, ...unlessEmpty('branches', branches), ...unlessEmpty('as', as), ...unlessEmpty('slots', slots) },
    action,
    changed,
    early: factsAfterEarlyExit(action, conditions, ends),
    flow: flowAfter(
      { ...mergeBranches(inside, [...ends.values()]), written: new MutableSet([...before.written, ...written]) },
      action,
      { exprs, slots },
      new MutableSet(written),
      call === 'wrong' ? undefined : call,
      ends.get('onError'),
      unit.contract.signatures,
    ),
    exited: action.leaves || (conditional.length > 1 && conditional.every((branch) => ends.get(branch)?.exited)),
  }
}

/** Responses are read by name in what is sent, which is reported where it is read. */
const isRefetched = ({ kind }: Mutable): boolean => kind === 'refetched'

/** One confirmation is valid for one call. */
function consumeConfirmation(before: StepFlow, call: string): StepFlow {
  const { confirmed: _, folded: __, drawn: ___, mayHaveFailed: ____, ...rest } = before
  return { ...rest, consumedBy: call }
}

function flowAfter(
  flow: StepFlow,
  action: ActionDef,
  { exprs, slots }: { exprs: Readonly<Record<string, Expr>>; slots: Readonly<Record<string, readonly Node[]>> },
  written: MutableSet,
  call: Call | undefined,
  failed: { exited: boolean } | undefined,
  signatures: Signatures,
): StepFlow {
  if (action.confirms) {
    const { consumedBy: _, ...rest } = flow
    return {
      ...rest,
      confirmed: [...(flow.confirmed ?? []), ...confirmedTexts(action, exprs)],
      folded: [...(flow.folded ?? []), ...foldedTexts(action, exprs)],
      drawn: [
        ...(flow.drawn ?? []),
        ...Object.values(slots).flatMap((nodes) => new DisplayedValues(signatures).drawnBy(nodes)),
      ],
      // Controls in the confirmation write after its texts have been formed.
      written,
    }
  }
  return {
    ...flow,
    ...(action.endsSession ? { sessionEndedBy: action.name } : {}),
    ...(call?.effect === 'money' && !failed?.exited ? { mayHaveFailed: call.id } : {}),
  }
}

const showsText = (action: ActionDef, node: JsonNode): boolean =>
  !action.confirms &&
  !action.opensSheet &&
  Object.entries(action.args.properties ?? {}).some(
    ([name, schema]) => schema.format === 'text' && member(node, name) !== undefined,
  )

function checkSheet(action: ActionDef, verb: JsonNode, { unit, path, inSheet }: CompileContext): void {
  if (!action.closesSheet || inSheet) return
  if (unit.kind === 'part') unit.closesSheet = true
  else unit.emit({ event: 'closesNoSheet' }, verb, path)
}

function checkSilencedFailure(
  action: ActionDef,
  args: Readonly<Record<string, Json>>,
  node: JsonNode,
  verb: JsonNode,
  { unit, path }: CompileContext,
): void {
  const silent = argumentWith(action, 'x-suppresses-toast')
  if (silent === undefined || args[silent] !== true || member(node, 'onError')) return
  unit.emit({ event: 'failureNotSeen', silent }, verb, path)
}

function unlessEmpty<K extends string, V>(key: K, record: Record<string, V>): Partial<Record<K, Record<string, V>>> {
  return Object.keys(record).length > 0 ? ({ [key]: record } as Record<K, Record<string, V>>) : {}
}

/** The call that a step sends; `wrong` for a payment that no press starts: nothing else is known of it. */
function checkSentCall(
  action: ActionDef,
  node: JsonNode,
  context: CompileContext,
  given: { args: Record<string, Json>; exprs: Record<string, Expr> },
  before: StepFlow,
): Call | 'wrong' | undefined {
  const argument = action.sends ?? ''
  const { unit } = context
  const at = member(node, argument)
  const call = unit.contract.calls.get(stringAt(node, argument) ?? '')
  if (!call || !at) return undefined
  checkCallAccess(call, at, joinPath(context.path, argument), context)
  if (call.effect === 'money' && !isStartedByPress(call, at, context)) return 'wrong'
  const fields = argumentOfKind(action, 'payload') ?? ''
  checkProofs(
    call,
    at,
    { ...context, path: joinPath(context.path, argument) },
    before.proved,
    sentValues(given, fields),
  )
  checkSentPayload(call, given.exprs[fields] ?? toExpr({ json: given.args[fields] ?? null }), node, at, context, before)
  return call
}

/** The argument that decides whether a branch runs. */
const branchTest = (branch: Branch | undefined): string | undefined => branch?.['x-when'] ?? branch?.['x-unless']

type BranchOutcomes = Map<string, { flow: StepFlow; exited: boolean; changed: MutableSet }>

function compileBranches(
  action: ActionDef,
  node: JsonNode,
  context: CompileContext,
  conditions: ReadonlyMap<string, ASTNode>,
  before: StepFlow,
): { branches: Record<string, Step[]>; ends: BranchOutcomes } {
  const { unit, path } = context
  const branches: Record<string, Step[]> = {}
  const ends: BranchOutcomes = new Map()
  for (const [name, branch] of Object.entries(action.branches)) {
    const steps = member(node, name)
    if (!steps || !expectKind(unit, steps, 'array', joinPath(path, name))) continue
    let { scope } = context
    const test = conditions.get(branchTest(branch) ?? '')
    if (test) scope = scope.know(factsOf(test, branch['x-when'] !== undefined))
    if (action.beginsSession && name === 'onSuccess') scope = scope.know(LOGIN_FACTS)
    if (branch.as !== undefined) {
      const existing = scope.names.get(branch.as)
      if (existing && (existing.kind === 'group' || existing.query))
        unit.emit({ event: 'nameTaken', name: branch.as }, steps, joinPath(path, name))
      scope = scope.branch(branch.as, branchType(branch, action, node, context))
    }
    const { steps: compiled, ...end } = compileSequence(
      steps,
      { ...context, scope, path: joinPath(path, name) },
      before,
    )
    branches[name] = compiled
    ends.set(name, end)
  }
  const conditional = Object.keys(branches).filter((name) => branchTest(action.branches[name]) !== undefined)
  if (conditional.length > 0 && conditional.every((name) => branches[name]?.length === 0))
    unit.emit({ event: 'branchWithoutStep' }, node, path)
  return { branches, ends }
}

function branchType(
  branch: Branch,
  action: ActionDef,
  node: JsonNode,
  { unit }: CompileContext,
): ReturnType<typeof typeOf> {
  if (branch.type !== 'x-call-data')
    return branch.type ? typeOf(branch.type) : { k: 'unknown', why: 'the action does not say what it is' }
  const call = unit.contract.calls.get(stringAt(node, action.sends ?? 'call') ?? '')
  return call ? typeOf(call.data) : { k: 'wrong' }
}
