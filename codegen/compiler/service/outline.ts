import { getNodeValue, type Node } from 'jsonc-parser'
import { NODE_TRAITS } from '../../../src/engine/language/expressions/nodeTraits.ts'
import { nodeAt, parse, type Place } from './document.ts'
import { readVisible, type Visibility } from './visibility.ts'

export const valueOf = (node: Node | undefined): unknown => (node ? (getNodeValue(node) as unknown) : undefined)
export const memberOf = (node: Node | undefined, name: string): Node | undefined =>
  node?.type === 'object'
    ? node.children?.find(({ children }) => children?.[0]?.value === name)?.children?.[1]
    : undefined

/** Whether a value is a node of a screen: a widget, or the use of a part. */
export const isNode = (node: Node | undefined): boolean =>
  typeof valueOf(memberOf(node, 'widget')) === 'string' || typeof valueOf(memberOf(node, 'part')) === 'string'

const isNodeList = (node: Node | undefined): boolean =>
  node?.type === 'array' && (node.children ?? []).length > 0 && (node.children ?? []).every(isNode)

/** The meaning of the keywords of a node, for it and for all in it. */
export interface NodeTraits {
  /** The list that it is repeated for, as it is written; undefined for one node. */
  repeats: string | undefined
  /** Its condition, as it is written; undefined for none. */
  guards: string | undefined
  /** The query that it waits for. */
  awaits: string | undefined
  /** When it is shown, by its condition. */
  visibility: Visibility
}

/** The traits of a node. */
export function traitsOf(node: Node | undefined): NodeTraits {
  const textOf = (keyword: string): string | undefined => {
    const value = valueOf(memberOf(node, keyword))
    return typeof value === 'string' ? value : undefined
  }
  const guards = textOf(NODE_TRAITS.guards)
  return {
    repeats: textOf(NODE_TRAITS.repeats),
    guards,
    awaits: textOf(NODE_TRAITS.awaits),
    visibility: readVisible(guards),
  }
}

/** An entry of the outline: a node with its traits, or a named list of nodes. */
export type OutlineEntry = { place: Place; depth: number; isHidden: boolean } & (
  | { kind: 'node'; node: Node; traits: NodeTraits }
  /** `names`: of the members from the node around the list, or from the document, to the list. */
  | { kind: 'list'; names: readonly string[] }
)

/** Lists whose nodes are directly under the node around them. */
const PLAIN = new Set(['children', 'body'])
/** Members that only group others. */
const GROUPS = new Set(['on', 'queries', 'children', 'body', 'slots'])

const isPlain = (names: readonly string[]): boolean =>
  PLAIN.has(names.at(-1) ?? '') && (names.length === 1 || GROUPS.has(names.at(-2) ?? ''))

/** The nodes of a screen or part in the order of the document, with the lists that hold them. */
export function outlineEntries(text: string): OutlineEntry[] {
  const entries: OutlineEntry[] = []
  const visit = (
    value: Node | undefined,
    place: Place,
    depth: number,
    names: readonly string[],
    isHidden: boolean,
  ): void => {
    if (!value) return
    const members = (value.type === 'object' ? (value.children ?? []) : []).map(
      ({ children }) => [String(children?.[0]?.value), children?.[1]] as const,
    )
    if (isNode(value)) {
      const traits = traitsOf(value)
      const hides = isHidden || traits.visibility.isHidden
      entries.push({ place, depth, kind: 'node', node: value, traits, isHidden: hides })
      for (const [key, member] of members) visit(member, `${place}/${key}`, depth + 1, [key], hides)
    } else if (isNodeList(value)) {
      const plain = isPlain(names)
      if (!plain) entries.push({ place, depth, kind: 'list', names, isHidden })
      value.children?.forEach((child, index) =>
        visit(child, `${place}/${index}`, plain ? depth : depth + 1, names, isHidden),
      )
    } else if (value.type === 'object')
      for (const [key, member] of members)
        visit(member, place === '' ? key : `${place}/${key}`, depth, [...names, key], isHidden)
    else value.children?.forEach((child, index) => visit(child, `${place}/${index}`, depth, names, isHidden))
  }
  visit(parse(text), '', 0, [], false)
  return entries
}

/** The innermost node of the screen that contains a path; empty for the document. */
export function enclosingNode(text: string, place: Place): Place {
  const root = parse(text)
  const path = place === '' ? [] : place.split('/')
  for (let length = path.length; length > 0; length -= 1) {
    const candidate = path.slice(0, length).join('/')
    if (isNode(nodeAt(root, candidate))) return candidate
  }
  return ''
}
