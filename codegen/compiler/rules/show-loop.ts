import type { Expr, Screen, Step } from '../../../src/engine/language/expressions/program.ts'
import {
  exprKey,
  isOperation,
  someOperation,
  visitNodes,
  visitSteps,
} from '../../../src/engine/language/expressions/visit.ts'
import type { Rule, ReportInScreen } from '../rule.ts'
import type { CheckedScreen } from '../compiledScreen.ts'
import type { Vocabulary } from '../contract/contract.ts'
import { readsTicking, type Signatures } from '../contract/functions.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { exitsOnShow } from '../flow/exits.ts'
import { writeVisitor } from '../flow/stateChanges.ts'
import { truthWith } from '../flow/stateValues.ts'
import type { Scalar } from '../flow/stateValues.ts'

const rule: Rule = {
  meta: {
    name: 'show-loop',
    severity: 'error',
    doc: 'Screens that navigate by themselves do not form a loop, and a screen with controls does not always navigate away when it is entered.',
  },
  on: {
    screens({ screens, shell, contract }, report) {
      if (!shell) return
      const redirects = new Map(screens.map((screen) => [screen.route, redirectsOf(screen, shell.login, contract)]))
      const reported = new Set<string>()
      let remaining = MAX_REDIRECTS
      const follow = (path: readonly Redirect[], when: ReadonlyMap<string, string>, length: number): void => {
        const [first] = path
        const last = path.at(-1)
        remaining -= 1
        if (!first || !last || remaining < 0) return
        if (last.to === first.from.route) {
          reportLoop(path, reported, report)
          return
        }
        if (path.length === length || path.some((redirect) => redirect !== first && redirect.from.route === last.to))
          return
        for (const next of redirects.get(last.to) ?? []) {
          const both = mergeConditions(when, next.when)
          if (both) follow([...path, next], both, length)
        }
      }
      for (let length = 1; length <= MAX_SCREENS; length++) {
        for (const [route, own] of redirects)
          for (const redirect of own) if (!reported.has(route)) follow([redirect], redirect.when, length)
      }
      for (const { screen, file, route } of screens) {
        if (!screen || reported.has(route)) continue
        const known = initialValues(screen, contract)
        const [exit] = alwaysLeaves(screen.onShow, known, contract) ? exitsOnShow(screen, contract) : []
        if (exit && (exit.to === null || hasControls(screen))) report(neverSeen(), file, exit.at)
      }
    },
  },
}
export default rule

const endless = (routes: readonly string[]): Report => ({
  code: routes.length === 1 ? 'navigatesToItself' : 'endless',
  params: { routes: [...routes, ...routes.slice(0, 1)].join(' → ') },
})

const neverSeen = (): Report => ({
  code: 'neverSeen',
})

/** A navigation without user action: by onShow, or by the guard. */
interface Redirect {
  from: CheckedScreen
  to: string
  at: string
  /** Its conditions: value by condition. */
  when: ReadonlyMap<string, string>
}

/** Maximum screens of one loop and maximum paths tried: enough for any catalogue, and a bound for a hostile one. */
const MAX_SCREENS = 8
const MAX_REDIRECTS = 20_000

/** Reports a loop once, at its first screen that redirects by a step. */
function reportLoop(path: readonly Redirect[], reported: Set<string>, report: ReportInScreen): void {
  const own = path.find((redirect) => redirect.at !== 'access')
  if (!own || path.some((redirect) => reported.has(redirect.from.route))) return
  for (const redirect of path) reported.add(redirect.from.route)
  report(endless(path.map((redirect) => redirect.from.route)), own.from.file, own.at)
}

function redirectsOf(from: CheckedScreen, login: string, contract: Vocabulary): Redirect[] {
  const { screen } = from
  if (!screen) return []
  const redirects: Redirect[] = []
  const known = initialValues(screen, contract)
  let open: ReadonlyMap<string, string> = new Map()
  for (const accessRule of screen.access) {
    const to = contract.accessRules.get(accessRule)?.route ?? login
    redirects.push({ from, to, at: 'access', when: new Map([...open, [ruleKey(accessRule), 'false']]) })
    open = new Map([...open, [ruleKey(accessRule), 'true']])
  }
  for (const { to, at, surroundings } of exitsOnShow(screen, contract)) {
    if (to === null) continue
    let when: ReadonlyMap<string, string> | undefined = open
    for (const { expr, truth } of surroundings.conditions) {
      const decided = decide(expr, known)
      when =
        decided === undefined
          ? when && conditionFacts(expr, truth, when, contract.signatures)
          : decided === truth
            ? when
            : undefined
    }
    for (const { step, branch } of surroundings.outcomes)
      when = when && mergeConditions(when, new Map([[JSON.stringify([step.action, step.args, step.exprs]), branch]]))
    if (when) redirects.push({ from, to, at, when })
  }
  return redirects
}

const ruleKey = (accessRule: string): string =>
  accessRule === 'login' ? exprKey(['@', 'session', 'loggedIn']) : `accessRule ${accessRule}`

/** Merges both; undefined if they contradict one another. */
function mergeConditions(
  a: ReadonlyMap<string, string>,
  b: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> | undefined {
  for (const [key, value] of b) if (a.has(key) && a.get(key) !== value) return undefined
  return new Map([...a, ...b])
}

/** Facts of a condition; undefined if its inputs may change without a user action, or if it contradicts the known facts. */
function conditionFacts(
  expr: Expr,
  truth: boolean,
  known: ReadonlyMap<string, string>,
  signatures: Signatures,
): ReadonlyMap<string, string> | undefined {
  if (!isStable(expr, signatures)) return undefined
  if (isOperation(expr)) {
    if (expr[0] === '!') return conditionFacts(expr[1], !truth, known, signatures)
    if (expr[0] === (truth ? '&&' : '||')) {
      const first = conditionFacts(expr[1], truth, known, signatures)
      return first && conditionFacts(expr[2], truth, first, signatures)
    }
    if (expr[0] === '==' || expr[0] === '!=') {
      const [op, left, right] = expr
      return mergeConditions(
        known,
        (op === '==') === truth
          ? new Map([[exprKey(left), exprKey(right)]])
          : new Map([[exprKey(['==', left, right]), 'false']]),
      )
    }
  }
  return mergeConditions(known, new Map([[exprKey(expr), exprKey(truth)]]))
}

/** Session, settings and operator's configuration do not change during automatic navigation. */
const isStable = (expr: Expr, signatures: Signatures): boolean =>
  !readsTicking(expr, signatures) &&
  !someOperation(
    expr,
    (operation) =>
      operation[0] === 'v' ||
      (operation[0] === '@' && !['session', 'preferences', 'device', 'config'].includes(operation[1])),
  )

const hasControls = ({ body, toolbar = [] }: Screen): boolean => {
  let found = false
  visitNodes([...body, ...toolbar], { node: (node) => (found ||= Object.keys(node.on ?? {}).length > 0) })
  return found
}

/** The values of states when the screen is entered; without those that its steps set then. Members of the session are `session.<name>`. */
function initialValues(screen: Screen, contract: Vocabulary): ReadonlyMap<string, Scalar> {
  const known = new Map<string, Scalar>(screen.access.includes('login') ? [['session.loggedIn', true]] : [])
  for (const [name, value] of Object.entries(screen.state))
    if (typeof value !== 'object' && screen.initialExprs?.[name] === undefined) known.set(name, value)
  visitSteps(
    screen.onShow,
    writeVisitor(contract, ({ kind, name }) => {
      if (kind === 'state') known.delete(name)
    }),
  )
  return known
}

/** The value of a condition that the initial value of a state decides. */
function decide(expr: Expr, known: ReadonlyMap<string, Scalar>): boolean | undefined {
  return truthWith(expr, (operand) =>
    isOperation(operand) && operand[0] === '@'
      ? known.get(operand[1] === 'state' ? operand[2] : `${operand[1]}.${operand[2]}`)
      : undefined,
  )
}

/** Whether every path through these steps leaves the screen without an answer of the user. */
function alwaysLeaves(steps: readonly Step[], known: ReadonlyMap<string, Scalar>, contract: Vocabulary): boolean {
  for (const { action: name, branches = {}, exprs } of steps) {
    const action = contract.actions.get(name)
    if (!action || action.confirms || action.proves !== undefined || action.opensSheet) return false
    if (action.leaves || (action.endsSession && known.has('session.loggedIn'))) return true
    const paths = Object.entries(action.branches).filter(([, { 'x-when': when, 'x-unless': unless }]) => {
      const decided = decide(exprs?.[when ?? unless ?? ''] ?? null, known)
      return decided === undefined || decided === (when !== undefined)
    })
    if (paths.length > 0 && paths.every(([branch]) => alwaysLeaves(branches[branch] ?? [], known, contract)))
      return true
  }
  return false
}
