import type { Screen, Step } from '../../../src/engine/language/expressions/program.ts'
import { readsLocal, someOperation } from '../../../src/engine/language/expressions/visit.ts'
import type { Rule } from '../rule.ts'
import type { Call, Vocabulary } from '../contract/contract.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { isSuccess } from '../flow/outcomes.ts'
import { changedBy, refreshedBy, sentCall } from '../flow/sentCall.ts'
import { walkScreen } from '../flow/walk.ts'
import { didYouMean } from '../source/names/nearest.ts'
import { itemsOf, member, members } from '../source/source.ts'

const rule: Rule = {
  meta: {
    name: 'stale-data',
    severity: 'error',
    follows: {
      // An empty list of calls fetches nothing.
      'invalid-literal': 'handler',
      // The branches are exchanged.
      'outcome-text': 'handler',
    },
    doc: 'A call of effect “write” or “money” lists what it changes, and the screen that sends it fetches all of that again.',
  },
  on: {
    project({ sources, contract: { calls } }, report) {
      const readable = [...calls.values()].flatMap(({ id, effect }) => (effect === 'read' ? [id] : []))
      for (const call of calls.values()) {
        const source = sources.get(call.file)
        if (!source?.root || !changesData(call)) continue
        const list = member(source.root, 'changes')
        const lists =
          list && Array.isArray(call.changes) ? [list] : members(member(list, 'of')).map(({ value }) => value)
        if (lists.length === 0 || lists.some(({ type }) => type !== 'array')) {
          report(unlisted(call.id), source, list ?? member(source.root, 'effect') ?? source.root, 'changes')
          continue
        }
        for (const item of lists.flatMap(itemsOf))
          if (!readable.includes(String(item.value)))
            report(notReadable(String(item.value), readable), source, item, 'changes')
      }
    },
    screen({ screen, contract }, report) {
      walkScreen(screen, {
        actions: contract.actions,
        step(step) {
          const call = sentCall(step, contract)
          if (!call || !changesData(call)) return
          const again = fetchedAgain(step, screen, contract)
          const missing = changedBy(call, step, contract).filter((item) => !again.has(item))
          if (missing.length > 0) report(stale(call.id, missing), step.sourcePath)
        },
      })
    },
  },
}
export default rule

const unlisted = (call: string): Report => ({
  code: 'unlisted',
  params: { call },
})

const notReadable = (name: string, calls: readonly string[]): Report => ({
  code: 'notReadable',
  params: { name },
  suggestion: didYouMean(name, calls),
})

const stale = (call: string, missing: readonly string[]): Report => ({
  code: 'stale',
  params: {
    call,
    count: missing.length,
    missing: listed(missing),
    calls: `${missing
      .slice(0, 2)
      .map((changed) => `"${changed}"`)
      .join(', ')}${missing.length > 2 ? ', …' : ''}`,
  },
})

const listed = (names: readonly string[]): string => {
  const [first = '', second] = names
  if (names.length > 2) return `"${first}" and ${names.length - 1} more`
  return second === undefined ? `"${first}"` : `"${first}" and "${second}"`
}

const changesData = ({ effect }: Call): boolean => effect === 'write' || effect === 'money'

/** The calls whose answers the success of a step fetches again. */
function fetchedAgain(step: Step, screen: Screen, contract: Vocabulary): Set<string> {
  const branches = Object.entries(step.branches ?? {}).filter(([name]) =>
    isSuccess(contract.actions.get(step.action), name),
  )
  return new Set(branches.flatMap(([name, steps]) => refreshedByAll(steps, step.as?.[name] ?? '', screen, contract)))
}

/** Whether a condition decides by the answer or the session, so that there may be nothing to fetch again. */
const isDecided = ({ exprs }: Step, answer: string): boolean =>
  Object.values(exprs ?? {}).some(
    (expr) =>
      readsLocal(expr, answer) ||
      someOperation(expr, (operation) => operation[0] === '@' && operation[1] === 'session'),
  )

/** The calls whose answers steps fetch again; of another condition those that it fetches again whether it is true or false. */
function refreshedByAll(steps: readonly Step[], answer: string, screen: Screen, contract: Vocabulary): string[] {
  return steps.flatMap((step) => {
    const action = contract.actions.get(step.action)
    const own = refreshedBy(step, screen, action)
    const branches = Object.entries(action?.branches ?? {})
    const inner = branches.map(([name]) => refreshedByAll(step.branches?.[name] ?? [], answer, screen, contract))
    const isCondition = branches.some(([, def]) => def['x-when'] !== undefined || def['x-unless'] !== undefined)
    if (!isCondition || isDecided(step, answer)) return [...own, ...inner.flat()]
    const [first = [], ...others] = inner
    return [...own, ...first.filter((call) => others.every((other) => other.includes(call)))]
  })
}
