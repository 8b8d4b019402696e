import { isRefTo } from '../schemaRef.ts'
import { signatures } from '../../../src/core/signatures.ts'
import type { Expr, Screen, Step } from '../../../src/core/program.ts'
import { contentOfStep, someOperation } from '../../../src/core/visit.ts'
import type { Contract } from '../contract.ts'
import liveRegion from '../../check/rules/live-region.ts'
import { propValue, isControl } from './outline.ts'
import type { OutlineItem } from './outline.ts'
import type { Liveness } from './annotations.ts'
import type { Report } from './reporter.ts'

/** Checks that ticking values are outside live regions, and texts changed by a call are in one. */
export function checkLiveRegions(
  items: readonly OutlineItem[],
  screen: Screen,
  contract: Contract,
  report: Report,
): void {
  const callStates = statesSetByCalls(items, screen, contract)
  for (const item of items) {
    for (const prop of Object.keys(item.node.exprs ?? {}))
      if (readsTicking(item.node.exprs?.[prop] ?? null)) checkTicking(item, prop, report)
    checkAnnounced(item, callStates, report)
  }
}

/** Whether an expression reads a value that changes without a step, such as a live quote. */
const readsTicking = (expr: Expr): boolean =>
  someOperation(expr, (operation) => operation[0] === 'f' && signatures[operation[1]]?.ticks === true)

/** The `aria-live` value of a node: set by its props, else by its widget. */
export function livenessOf(item: OutlineItem): Liveness | undefined {
  const { live, liveProps } = item.widget.a11y
  return liveProps.some((prop) => isOn(item, prop)) ? 'polite' : live
}

function isOn(item: OutlineItem, prop: string): boolean {
  const value = propValue(item, prop)
  return value !== undefined && 'json' in value && value.json === true
}

function checkTicking(item: OutlineItem, prop: string, report: Report): void {
  const own = livenessOf(item)
  const about = `props/${prop}`
  if (own === undefined) {
    report(item, {
      rule: liveRegion,
      about,
      message: `This value ticks, and ${item.widget.name} is not made for values that tick.`,
      suggestion: 'Show it in a widget that is silent about changes, such as one for prices or amounts.',
    })
    return
  }
  if (own === 'assertive')
    report(item, {
      rule: liveRegion,
      about,
      message: `This value ticks, and ${item.widget.name} announces each change.`,
    })
  for (let { above } = item; above; above = above.above) {
    const liveness = livenessOf(above)
    if (liveness !== 'polite' && liveness !== 'assertive') continue
    report(item, {
      rule: liveRegion,
      about,
      message: `This value ticks in a ${above.widget.name}, which reads out every change in it.`,
      suggestion: 'Put it outside.',
    })
    return
  }
}

function checkAnnounced(item: OutlineItem, callStates: ReadonlySet<string>, report: Report): void {
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
  const prop = texts.find((one) => readsCallState(item.node.exprs?.[one] ?? null))
  if (prop === undefined && !appearsWhen(item, readsCallState)) return
  for (let at: OutlineItem | undefined = item; at; at = at.above) {
    const live = livenessOf(at)
    if (live === 'polite' || live === 'assertive') return
  }
  const [silencer] = item.widget.a11y.liveProps
  report(item, {
    rule: liveRegion,
    ...(prop === undefined ? {} : { about: `props/${prop}` }),
    message: 'A call changes this text, and a screen reader does not announce it.',
    suggestion: silencer === undefined ? 'Show it in a widget that reads out its changes.' : `Add "${silencer}": true.`,
  })
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
function statesSetByCalls(items: readonly OutlineItem[], screen: Screen, contract: Contract): Set<string> {
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
  for (const { node } of items) for (const steps of Object.values(node.on ?? {})) walk(steps, false)
  return names
}
