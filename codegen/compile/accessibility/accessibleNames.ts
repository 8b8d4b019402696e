import type { Expr, Json, Operation, Step } from '../../../src/core/program.ts'
import { contentOfStep, isOperation } from '../../../src/core/visit.ts'
import accessibleName from '../../check/rules/accessible-name.ts'
import duplicateName from '../../check/rules/duplicate-name.ts'
import nestedInteractive from '../../check/rules/nested-interactive.ts'
import { mutuallyExclusive, propValue, isControl, isLiteral, readsLocal } from './outline.ts'
import type { OutlineItem } from './outline.ts'
import type { Report } from './reporter.ts'

/** Checks that every control has a unique name and that controls are not nested. `words`: texts of the source language. */
export function checkAccessibleNames(
  items: readonly OutlineItem[],
  textOf: (key: string) => string | undefined,
  report: Report,
): void {
  const controls = items.filter(isControl)
  for (const item of items) if (item.widget.a11y.needsName || isControl(item)) checkName(item, textOf, report)
  for (const item of controls) checkNesting(item, report)
  checkDuplicates(controls, report)
  for (const item of controls) checkRows(item, report)
}

function checkName(item: OutlineItem, textOf: (key: string) => string | undefined, report: Report): void {
  const { names, content, control } = item.widget.a11y
  // A widget without either has its own built-in name.
  if (names.length === 0 && content.length === 0) return
  const empty = names.find((prop) => isEmpty(item, prop, textOf))
  if (empty !== undefined) {
    report(item, {
      rule: accessibleName,
      about: `props/${empty}`,
      message: `The name of this ${item.widget.name} is an empty text.`,
      suggestion: `Give "${empty}" a text with words.`,
    })
    return
  }
  if (names.some((prop) => isGiven(item, prop)) || isNamedByContent(item)) return
  const nameSources = [...names.map((prop) => `the prop "${prop}"`), ...content.map((slot) => `a text in "${slot}"`)]
  const why =
    typeof control === 'string' && item.node.on?.[control]
      ? 'can be pressed'
      : item.widget.a11y.control === true
        ? 'can be operated'
        : 'is announced'
  report(item, {
    rule: accessibleName,
    message: `This ${item.widget.name} ${why} and has no accessible name.`,
    suggestion: `Give it ${nameSources.join(' or ')}.`,
  })
}

function isGiven(item: OutlineItem, prop: string): boolean {
  const value = propValue(item, prop)
  return value !== undefined && ('expr' in value ? value.expr !== null : value.json !== null && value.json !== '')
}

function isEmpty(item: OutlineItem, prop: string, textOf: (key: string) => string | undefined): boolean {
  const value = propValue(item, prop)
  const expr = value && 'expr' in value ? value.expr : undefined
  return expr === '' || (isOperation(expr) && expr[0] === 't' && textOf(expr[1])?.trim() === '')
}

const isNamedByContent = (item: OutlineItem): boolean =>
  item.inside.some((inner) => item.widget.a11y.content.includes(inner.slot) && hasText(inner))

/** Whether a node or a descendant has text. */
function hasText(item: OutlineItem): boolean {
  const { texts, names, alt } = item.widget.a11y
  return (
    [...texts, ...names, ...(alt === undefined ? [] : [alt])].some((prop) => isGiven(item, prop)) ||
    item.inside.some(hasText)
  )
}

function checkNesting(item: OutlineItem, report: Report): void {
  const labelledAsOne = item.widget.a11y.allowedDescendants === 'controls'
  for (let { above } = item; above; above = above.above) {
    const { allowedDescendants: allowed } = above.widget.a11y
    if (!isControl(above) || allowed === 'anything' || (allowed === 'controls' && !labelledAsOne)) continue
    const message = `This ${item.widget.name} can be pressed and is inside a ${above.widget.name} that is pressed as a whole.`
    report(item, {
      rule: nestedInteractive,
      message,
      suggestion: 'Put them side by side, or take the handler from one of them.',
    })
    return
  }
}

const nameValuesOf = (item: OutlineItem): (Json | Expr)[] =>
  item.widget.a11y.names.flatMap((prop) => {
    const value = propValue(item, prop)
    return value === undefined ? [] : ['expr' in value ? value.expr : value.json]
  })

function checkDuplicates(controls: readonly OutlineItem[], report: Report): void {
  const byName = new Map<string, OutlineItem[]>()
  for (const item of controls) {
    const name = nameValuesOf(item)
    if (
      name.length === 0 ||
      item.rows.length > 0 ||
      isNamedByContent(item) ||
      !name.every((one) => typeof one === 'string' || isLiteral(one as Expr))
    )
      continue
    const key = JSON.stringify([name, item.root.kind, isOverlay(item), overlayAround(item)?.node.sourcePath])
    const others = byName.get(key) ?? []
    const rival = others.find(
      (other) =>
        other.root === item.root &&
        other.node.sourcePath !== item.node.sourcePath &&
        !mutuallyExclusive(other, item) &&
        handlersOf(other) !== handlersOf(item),
    )
    if (rival) {
      const about = item.widget.a11y.names.find((prop) => propValue(item, prop) !== undefined)
      report(item, {
        rule: duplicateName,
        ...(about === undefined ? {} : { about: `props/${about}` }),
        message: `Another ${rival.widget.name} of this screen has the same name and does something else.`,
        suggestion: 'Give them different accessible names.',
      })
    }
    byName.set(key, [...others, item])
  }
}

/** A sheet or dialog of the screen: its name is its title, so the control that opens it may have the same. */
const isOverlay = ({ widget }: OutlineItem): boolean =>
  Object.values(widget.events).some(({ dismisses }) => dismisses !== undefined)

/** The sheet or dialog that contains an item: the rest of the screen cannot be operated while it is open. */
function overlayAround({ above }: OutlineItem): OutlineItem | undefined {
  return above === undefined || isOverlay(above) ? above : overlayAround(above)
}

/** A control in rows whose action depends on the row must have a name that depends on the row. */
function checkRows(item: OutlineItem, report: Report): void {
  const name = nameValuesOf(item)
  if (item.rows.length === 0 || name.length === 0 || isNamedByContent(item)) return
  const exprs = name.filter((one): one is Operation => Array.isArray(one))
  if (
    exprs.some((expr) => !isLiteral(expr)) ||
    !Object.values(item.node.on ?? {}).some((steps) => readsRow(steps, item.rows))
  )
    return
  report(item, {
    rule: duplicateName,
    message: `Every row has a ${item.widget.name} of this name, and each does something else.`,
    suggestion: 'Put a unique value of the row into the name: {"text": key, "args": {…}}.',
  })
}

const readsRow = (steps: readonly Step[], rows: readonly string[]): boolean =>
  steps.some(
    (step) =>
      Object.values(step.exprs ?? {}).some((expr) => readsLocal(expr, rows)) ||
      contentOfStep(step).some(({ steps: branch = [] }) => readsRow(branch, rows)),
  )

/** The handlers of a control as text, without source paths. */
const handlersOf = (item: OutlineItem): string =>
  JSON.stringify(item.node.on ?? {}, (key, value: unknown) => (key === 'sourcePath' ? undefined : value))
