import type { CallInfo } from '../model/calls.ts'
import { insertSource, nodeAt, parse, setValue, type Place } from '../model/document.ts'
import { getNodeValue } from 'jsonc-parser'
import type { Sources } from './display.ts'
import { listNode } from './nodes.ts'
import { screenOf } from './queries.ts'

/** Whether the data of a call can be shown in rows. */
export const canList = (call: CallInfo, sources: Sources): boolean => listNode('rows', call, 'x', sources) !== undefined

/** Where nodes are added to a screen: in what scrolls, else at the end of the body. */
export function mainList(text: string): Place {
  const first = nodeAt(parse(text), 'body/0')
  const value: unknown = first ? getNodeValue(first) : undefined
  return typeof value === 'object' && value !== null && 'children' in value && 'widget' in value
    ? 'body/0/children'
    : 'body'
}

/** Adds a list of the data of a query at the end of the screen. */
export function addList(
  text: string,
  query: string,
  call: CallInfo,
  sources: Sources,
): { text: string; place: Place } | null {
  const { title } = screenOf(text)
  const node = listNode(query, call, typeof title === 'string' ? title : '', sources)
  if (!node) return null
  const list = mainList(text)
  const count = nodeAt(parse(text), list)?.children?.length ?? 0
  const source = JSON.stringify(node, null, 2)
  return {
    text: count === 0 ? setValue(text, list, [node]) : insertSource(text, list, count, source),
    place: `${list}/${count}`,
  }
}
