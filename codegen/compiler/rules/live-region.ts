import type { Expr, Screen, Step } from '../../../src/engine/language/expressions/program.ts'
import { readsTicking } from '../contract/functions.ts'
import {
  contentOfNode,
  contentOfStep,
  someOperation,
  stepListsOf,
} from '../../../src/engine/language/expressions/visit.ts'
import { livenessOf } from '../accessibility/liveness.ts'
import type { OutlineItem } from '../accessibility/outline.ts'
import { isControl } from '../accessibility/outline.ts'
import type { Rule, ReportItem } from '../rule.ts'
import type { Vocabulary } from '../contract/contract.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { isRefTo } from '../contract/schemaRef.ts'

const rule: Rule = {
  meta: {
    name: 'live-region',
    severity: 'error',
    doc: 'A value that ticks is not in a live region, and a text that a call changes is in one.',
  },
  on: {
    outline({ items, screen, contract }, report) {
      const callStates = statesSetByCalls(items, screen, contract)
      for (const item of items) {
        for (const prop of Object.keys(item.node.exprs ?? {}))
          if (readsTicking(item.node.exprs?.[prop] ?? null, contract.signatures)) checkTicking(item, prop, report)
        checkAnnounced(item, callStates, report)
      }
    },
  },
}
export default rule

const notMadeForTicks = (widget: string): Report => ({
  code: 'notMadeForTicks',
  params: { widget },
})

const announcesTicks = (widget: string): Report => ({
  code: 'announcesTicks',
  params: { widget },
})

const ticksInside = (widget: string): Report => ({
  code: 'ticksInside',
  params: { widget },
})

/** `liveProp`: the prop of the widget that makes it a live region. */
const notAnnounced = (liveProp: string | undefined): Report => ({
  code: liveProp === undefined ? 'notAnnounced' : 'propNotSet',
  params: { liveProp: liveProp ?? '' },
})

/** Whether a prop makes the widget a live region. */
const isSwitchedOn = ({ widget, node }: OutlineItem): boolean =>
  widget.a11y.liveProps.some((prop) => node.props?.[prop] === true)

function checkTicking(item: OutlineItem, prop: string, report: ReportItem): void {
  const own = livenessOf(item)
  const about = `props/${prop}`
  if (own === undefined) return report(notMadeForTicks(item.widget.name), item, about)
  if (own === 'assertive' || isSwitchedOn(item)) report(announcesTicks(item.widget.name), item, about)
  for (let { above } = item; above; above = above.above) {
    const liveness = livenessOf(above)
    if (liveness === 'polite' || liveness === 'assertive') return report(ticksInside(above.widget.name), item, about)
  }
}

function checkAnnounced(item: OutlineItem, callStates: ReadonlySet<string>, report: ReportItem): void {
  const { texts, control } = item.widget.a11y
  if (
    callStates.size === 0 ||
    texts.length === 0 ||
    control === true ||
    isControl(item) ||
    Object.keys(item.widget.slots).length > 0
  )
    return
  const readsCallState = (expr: Expr): boolean =>
    someOperation(expr, (operation) => operation[0] === '@' && operation[1] === 'state' && callStates.has(operation[2]))
  const prop = texts.find((text) => readsCallState(item.node.exprs?.[text] ?? null))
  if (prop === undefined && !appearsWhen(item, readsCallState)) return
  for (let at: OutlineItem | undefined = item; at; at = at.above) {
    const live = livenessOf(at)
    if (live === 'polite' || live === 'assertive') return
  }
  const [silencer] = item.widget.a11y.liveProps
  report(notAnnounced(silencer), item, prop === undefined ? undefined : `props/${prop}`)
}

/** Whether such a condition shows it, alone or with others that only show text. */
function appearsWhen(item: OutlineItem, readsCallState: (expr: Expr) => boolean): boolean {
  for (let at: OutlineItem | undefined = item; at; at = at.above) {
    if (at !== item && containsControl(at)) return false
    if (at.node.visible !== undefined && readsCallState(at.node.visible)) return true
  }
  return false
}

const containsControl = (item: OutlineItem): boolean => isControl(item) || item.inside.some(containsControl)

/** States that are set after the response of a call. */
function statesSetByCalls(items: readonly OutlineItem[], screen: Screen, contract: Vocabulary): Set<string> {
  const names = new Set<string>()
  const walk = (steps: readonly Step[], answered: boolean): void => {
    for (const step of steps) {
      const action = contract.actions.get(step.action)
      for (const [name, schema] of Object.entries(action?.args.properties ?? {})) {
        const state = step.args?.[name]
        if (answered && isRefTo(schema, 'state') && typeof state === 'string') names.add(state.split('.')[0] ?? state)
      }
      for (const { steps: branch = [] } of contentOfStep(step)) walk(branch, answered || action?.sends !== undefined)
    }
  }
  walk(screen.onShow, false)
  for (const { node } of items) for (const steps of stepListsOf(contentOfNode(node))) walk(steps, false)
  return names
}
