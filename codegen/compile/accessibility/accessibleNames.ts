import type { Expr, Json, Step } from '../../../src/core/program.ts'
import accessibleName from '../../check/rules/accessible-name.ts'
import duplicateName from '../../check/rules/duplicate-name.ts'
import nestedInteractive from '../../check/rules/nested-interactive.ts'
import { apart, given, isControl, isLiteral, readsLocal } from './outline.ts'
import type { Item } from './outline.ts'
import type { Tell } from './reporter.ts'

/** Every control has a name, no two the same, and none stands in another. `words`: the source language. */
export function checkNames(items: readonly Item[], words: (key: string) => string | undefined, tell: Tell): void {
  const controls = items.filter(isControl)
  for (const item of items) if (item.widget.spoken.needsName || isControl(item)) checkName(item, words, tell)
  for (const item of controls) checkNesting(item, tell)
  checkDuplicates(controls, tell)
  for (const item of controls) checkRows(item, tell)
}

function checkName(item: Item, words: (key: string) => string | undefined, tell: Tell): void {
  const { names, content, control } = item.widget.spoken
  // A widget without either names itself, in words of its own.
  if (names.length === 0 && content.length === 0) return
  const empty = names.find((prop) => isEmpty(item, prop, words))
  if (empty !== undefined) {
    tell(item, { rule: accessibleName, about: `props/${empty}`, message: `The name of this ${item.widget.name} is an empty text.`, suggestion: `Give "${empty}" a text with words.` })
    return
  }
  if (names.some((prop) => isSaid(item, prop)) || isNamedByContent(item)) return
  const ways = [...names.map((prop) => `the prop "${prop}"`), ...content.map((slot) => `a text in "${slot}"`)]
  const why = typeof control === 'string' && item.node.on?.[control] ? 'can be pressed' : item.widget.spoken.control === true ? 'can be operated' : 'is announced'
  tell(item, { rule: accessibleName, message: `This ${item.widget.name} ${why} and has no name for readers who do not see it.`, suggestion: `Give it ${ways.join(' or ')}.` })
}

function isSaid(item: Item, prop: string): boolean {
  const value = given(item, prop)
  return value !== undefined && ('expr' in value ? value.expr !== null : value.json !== null && value.json !== '')
}

function isEmpty(item: Item, prop: string, words: (key: string) => string | undefined): boolean {
  const value = given(item, prop)
  const expr = value && 'expr' in value ? value.expr : undefined
  const [op, key] = Array.isArray(expr) ? (expr as readonly Expr[]) : []
  return expr === '' || (op === 't' && typeof key === 'string' && words(key)?.trim() === '')
}

const isNamedByContent = (item: Item): boolean => item.inside.some((inner) => item.widget.spoken.content.includes(inner.slot) && says(inner))

/** Whether a node has words of its own or in it. */
function says(item: Item): boolean {
  const { texts, names, alt } = item.widget.spoken
  return [...texts, ...names, ...(alt === undefined ? [] : [alt])].some((prop) => isSaid(item, prop)) || item.inside.some(says)
}

function checkNesting(item: Item, tell: Tell): void {
  const whole = item.widget.spoken.holds === 'controls'
  for (let { above } = item; above; above = above.above) {
    const { holds } = above.widget.spoken
    if (!isControl(above) || holds === 'anything' || (holds === 'controls' && !whole)) continue
    const message = `This ${item.widget.name} can be pressed and stands in a ${above.widget.name} that is pressed as a whole.`
    tell(item, { rule: nestedInteractive, message, suggestion: 'Put them side by side, or take the handler from one of them.' })
    return
  }
}

const nameOf = (item: Item): (Json | Expr)[] => item.widget.spoken.names.flatMap((prop) => {
  const value = given(item, prop)
  return value === undefined ? [] : [('expr' in value ? value.expr : value.json)]
})

function checkDuplicates(controls: readonly Item[], tell: Tell): void {
  const byName = new Map<string, Item[]>()
  for (const item of controls) {
    const name = nameOf(item)
    if (name.length === 0 || item.rows.length > 0 || isNamedByContent(item) || !name.every((one) => typeof one === 'string' || isLiteral(one as Expr))) continue
    const key = JSON.stringify([name, item.root.kind])
    const others = byName.get(key) ?? []
    const rival = others.find((other) => other.root === item.root && other.node.at !== item.node.at && !apart(other, item) && does(other) !== does(item))
    if (rival) {
      const about = item.widget.spoken.names.find((prop) => given(item, prop) !== undefined)
      tell(item, {
        rule: duplicateName, ...(about === undefined ? {} : { about: `props/${about}` }),
        message: `Another ${rival.widget.name} of this screen has the same name and does something else.`,
        suggestion: 'Name both so that a reader who hears only the names can tell them apart.',
      })
    }
    byName.set(key, [...others, item])
  }
}

/** A control in rows of which each does its own thing is named by its row. */
function checkRows(item: Item, tell: Tell): void {
  const name = nameOf(item)
  if (item.rows.length === 0 || name.length === 0 || isNamedByContent(item)) return
  const exprs = name.filter((one): one is Expr => Array.isArray(one))
  if (exprs.some((expr) => !isLiteral(expr)) || !Object.values(item.node.on ?? {}).some((steps) => readRow(steps, item.rows))) return
  tell(item, {
    rule: duplicateName, message: `Every row has a ${item.widget.name} of this name, and each does something else.`,
    suggestion: 'Put what tells the rows apart into the name: {"text": key, "args": {…}}.',
  })
}

const readRow = (steps: readonly Step[], rows: readonly string[]): boolean =>
  steps.some((step) => Object.values(step.exprs ?? {}).some((expr) => readsLocal(expr, rows)) || Object.values(step.branches ?? {}).some((branch) => readRow(branch, rows)))

/** What its handlers do, wherever they stand. */
const does = (item: Item): string => JSON.stringify(item.node.on ?? {}, (key, value: unknown) => (key === 'at' ? undefined : value))
