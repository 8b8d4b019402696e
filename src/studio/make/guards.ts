import { NODE_TRAITS } from '../../engine/language/expressions/nodeTraits.ts'
import { readVisible } from '../../../codegen/compiler/service/index.ts'
import { setVisible } from '../conditions/hidden.ts'
import { memberPlace, nodeAt, parse, setValue, type Place } from '../model/document.ts'

/** Conditions under which a value of the data can be shown. */
export interface Guards {
  /** Queries that may have no data yet. */
  queries: readonly string[]
  /** Conditions, such as "list.rows != null". */
  checks: readonly string[]
}

/** The condition that a value which may be null is there: of the first item of a list, that the list has one. */
export function checkOf(value: string): string {
  const list = /^(.*)\[0\]$/.exec(value)?.[1]
  return list === undefined ? `${value} != null` : `size(${list}) > 0`
}

/** The file with a node that waits for the data, and is shown only where the conditions hold. Existing guards of the node stay. */
export function withGuards(text: string, node: Place, { queries, checks }: Guards): string {
  const [first, ...others] = queries
  const canWait = first !== undefined && nodeAt(parse(text), memberPlace(node, NODE_TRAITS.awaits)) === undefined
  const waiting = canWait ? setValue(text, memberPlace(node, NODE_TRAITS.awaits), first) : text
  const wanted = [...(canWait ? others : queries).map((query) => `${query} != null`), ...checks]
  const visible = nodeAt(parse(waiting), memberPlace(node, 'visible'))
  const { isHidden, condition: before } = readVisible(visible?.value)
  // Of alternatives none is certain.
  const certain = before.includes('||') ? [] : before.split('&&').map((part) => part.trim())
  const missing = wanted.filter((item, index) => !certain.includes(item) && wanted.indexOf(item) === index)
  if (missing.length === 0) return waiting
  const all = [...(before === '' ? [] : [before.includes('||') ? `(${before})` : before]), ...missing]
  return setVisible(waiting, node, { isHidden, condition: all.join(' && ') })
}
