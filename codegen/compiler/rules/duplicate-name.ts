import type { Expr, Json, Operation, Step } from '../../../src/engine/language/expressions/program.ts'
import { canonicalJson } from '../../../src/engine/language/values/canonicalJson.ts'
import {
  contentOfNode,
  contentOfStep,
  readsLocal,
  stepListsOf,
} from '../../../src/engine/language/expressions/visit.ts'
import { isNamedByContent } from '../accessibility/names.ts'
import type { OutlineItem } from '../accessibility/outline.ts'
import { isControl, isLiteral, mutuallyExclusive, propValue } from '../accessibility/outline.ts'
import { hasError } from '../infer/types.ts'
import type { Rule, ReportItem } from '../rule.ts'
import { withoutSourcePaths } from '../compare/nodeComparison.ts'
import type { Report } from '../source/findings/diagnostics.ts'

const rule: Rule = {
  meta: {
    name: 'duplicate-name',
    severity: 'error',
    doc: 'Two controls on one screen do not have the same accessible name and different actions.',
  },
  on: {
    outline({ items }, report) {
      const controls = items.filter(
        (item) => isControl(item) && !item.when.some((presence) => hasError(presence as Expr)),
      )
      checkDuplicates(controls, report)
      for (const item of controls) if (isSameInEveryRow(item)) report(sameInEveryRow(item), item)
    },
  },
}
export default rule

const sameName = (widget: string): Report => ({
  code: 'sameName',
  params: { widget },
})

const sameInEveryRow = (item: OutlineItem): Report => ({
  code: 'sameInEveryRow',
  params: {
    widget: item.widget.name,
    props: item.widget.a11y.names
      .filter((prop) => propValue(item, prop) !== undefined)
      .map((prop) => `"${prop}"`)
      .join(' or '),
  },
})

const nameValuesOf = (item: OutlineItem): (Json | Expr)[] =>
  item.widget.a11y.names.flatMap((prop) => {
    const value = propValue(item, prop)
    return value === undefined ? [] : ['expr' in value ? value.expr : value.json]
  })

function checkDuplicates(controls: readonly OutlineItem[], report: ReportItem): void {
  const byName = new Map<string, OutlineItem[]>()
  for (const item of controls) {
    const name = nameValuesOf(item)
    if (
      name.length === 0 ||
      item.rows.length > 0 ||
      isNamedByContent(item) ||
      !name.every((part) => typeof part === 'string' || isLiteral(part as Expr))
    )
      continue
    const key = canonicalJson([name, item.root.kind, isOverlay(item), overlayAround(item)?.node.sourcePath])
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
      report(sameName(rival.widget.name), item, about === undefined ? undefined : `props/${about}`)
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

/** Whether a control in rows has a name that does not depend on the row, and an action that does. */
function isSameInEveryRow(item: OutlineItem): boolean {
  const name = nameValuesOf(item)
  if (item.rows.length === 0 || name.length === 0 || isNamedByContent(item)) return false
  const exprs = name.filter((part): part is Operation => Array.isArray(part))
  return (
    exprs.every((expr) => isLiteral(expr)) &&
    stepListsOf(contentOfNode(item.node)).some((steps) => readsRow(steps, item.rows))
  )
}

const readsRow = (steps: readonly Step[], rows: readonly string[]): boolean =>
  steps.some(
    (step) =>
      Object.values(step.exprs ?? {}).some((expr) => readsLocal(expr, ...rows)) ||
      contentOfStep(step).some(({ steps: branch = [] }) => readsRow(branch, rows)),
  )

/** Key of the handlers of a control, without source paths. */
const handlersOf = (item: OutlineItem): string => canonicalJson(withoutSourcePaths(item.node.on ?? {}))
