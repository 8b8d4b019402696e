import type { Expr } from '../../../src/core/program.ts'
import { GATES } from '../../../src/core/accessRules.ts'
import type { Contract } from '../contract.ts'
import type { CheckedScreen } from '../screen.ts'
import { exitsOnShow } from './exits.ts'
import type { Places } from './flowReporter.ts'
import { operationsOf } from './walk.ts'
import showLoop from '../../check/rules/show-loop.ts'

/** A way that is taken without the reader: by onShow, or by the guard. */
interface Way {
  from: CheckedScreen
  to: string
  at: string
  /** What has to hold for it, by what it asks. */
  when: ReadonlyMap<string, string>
}

/** Screens of one circle, and ways tried in all: enough for any catalogue, and an end for one made to have none. */
const MAX_SCREENS = 8
const MAX_WAYS = 20_000

/** Screens that lead on when they are entered, and so in a circle, as long as nothing of what they ask changes by itself. Short circles first, one for each screen. */
export function checkShowLoops(screens: readonly CheckedScreen[], login: string, contract: Contract, places: Places): void {
  const ways = new Map(screens.map((one) => [one.route, waysOf(one, login, contract)]))
  const told = new Set<string>()
  let left = MAX_WAYS
  const follow = (path: readonly Way[], when: ReadonlyMap<string, string>, length: number): void => {
    const [first] = path
    const last = path.at(-1)
    left -= 1
    if (!first || !last || left < 0) return
    if (last.to === first.from.route) {
      tell(path, told, places)
      return
    }
    if (path.length === length || path.some((way) => way !== first && way.from.route === last.to)) return
    for (const next of ways.get(last.to) ?? []) {
      const both = agree(when, next.when)
      if (both) follow([...path, next], both, length)
    }
  }
  for (let length = 1; length <= MAX_SCREENS; length++) {
    for (const [route, own] of ways) for (const way of own) if (!told.has(route)) follow([way], way.when, length)
  }
}

/** Of the screens of a circle, the first that leads on by a step is told, and that once. */
function tell(path: readonly Way[], told: Set<string>, places: Places): void {
  const own = path.find((way) => way.at !== 'access')
  if (!own || path.some((way) => told.has(way.from.route))) return
  for (const way of path) told.add(way.from.route)
  const circle = [...path, ...path.slice(0, 1)].map((way) => way.from.route).join(' → ')
  places.report(showLoop, own.from.file, own.at, path.length === 1 ? 'This leads to the very screen that it stands in, again and again.' : `This leads on in a circle that never ends: ${circle}.`, 'Lead on only under a condition that the next screen changes, or by a press.')
}

function waysOf(from: CheckedScreen, login: string, contract: Contract): Way[] {
  const { screen } = from
  if (!screen) return []
  const ways: Way[] = []
  let open: ReadonlyMap<string, string> = new Map()
  for (const gate of screen.access) {
    const to = GATES[gate]?.route ?? login
    ways.push({ from, to, at: 'access', when: new Map([...open, [gateKey(gate), 'false']]) })
    open = new Map([...open, [gateKey(gate), 'true']])
  }
  for (const { to, at, around } of exitsOnShow(screen, contract)) {
    if (to === null) continue
    let when: ReadonlyMap<string, string> | undefined = open
    for (const { expr, holds } of around.conditions) when = when && conditionFacts(expr, holds, when)
    for (const { step, branch } of around.outcomes) when = when && agree(when, new Map([[JSON.stringify([step.do, step.args, step.exprs]), branch]]))
    if (when) ways.push({ from, to, at, when })
  }
  return ways
}

const gateKey = (gate: string): string => (gate === 'login' ? JSON.stringify(['@', 'session', 'loggedIn']) : `gate ${gate}`)

/** Both, unless they contradict one another. */
function agree(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): ReadonlyMap<string, string> | undefined {
  for (const [key, value] of b) if (a.has(key) && a.get(key) !== value) return undefined
  return new Map([...a, ...b])
}

/** What a condition says; undefined when what it asks may change by itself, or cannot hold. */
function conditionFacts(expr: Expr, holds: boolean, known: ReadonlyMap<string, string>): ReadonlyMap<string, string> | undefined {
  if (!isLasting(expr)) return undefined
  if (Array.isArray(expr)) {
    const [op, left, right] = expr as readonly Expr[]
    if (op === '!') return conditionFacts(left ?? null, !holds, known)
    if ((op === '&&' && holds) || (op === '||' && !holds)) {
      const first = conditionFacts(left ?? null, holds, known)
      return first && conditionFacts(right ?? null, holds, first)
    }
    if ((op === '==' && holds) || (op === '!=' && !holds)) return agree(known, new Map([[JSON.stringify(left), JSON.stringify(right)]]))
    if (op === '==' || op === '!=') return agree(known, new Map([[JSON.stringify(['==', left ?? null, right ?? null]), 'false']]))
  }
  return agree(known, new Map([[JSON.stringify(expr), String(holds)]]))
}

/** Session, settings and operator's configuration stay as they are while screens lead on. */
function isLasting(expr: Expr): boolean {
  for (const [op, root] of operationsOf(expr)) {
    if (op === 'v' || (op === 'f' && root === 'quote') || (op === '@' && !['session', 'device', 'config'].includes(String(root)))) return false
  }
  return true
}
