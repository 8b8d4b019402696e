import {
  enclosingNode,
  isNode,
  memberOf,
  outlineEntries,
  valueOf,
  type Node,
  type NodeTraits,
  type Place,
} from '../../../codegen/compiler/service/index.ts'
import { isObject } from '../../engine/language/values/json.ts'
import { conditionWords, pathWords } from '../conditions/condition.ts'
import { capital, wordsOf } from '../model/titles.ts'

/** A line of the outline: a node, or a named list of nodes. */
export interface OutlineRow {
  place: Place
  depth: number
  kind: 'node' | 'list'
  /** Name of the widget or part, or of the list. */
  label: string
  /** Content of the node: its text, with values in braces. */
  detail: string
  /** "for each order" */
  each: string
  /** "only if amount is more than 5" */
  condition: string
  /** No user sees the node, or one around it. */
  isHidden: boolean
}

/** The nodes of a screen or part in the order of the document, with the lists that hold them, as text. */
export const outlineOf = (text: string, english: Readonly<Record<string, string>> = {}): OutlineRow[] =>
  outlineEntries(text).map(({ place, depth, isHidden, ...entry }) =>
    entry.kind === 'node'
      ? { place, depth, kind: 'node', ...describeNode(entry.node, entry.traits, english), isHidden }
      : {
          place,
          depth,
          kind: 'list',
          label: entry.names.reduce(labelOf, ''),
          detail: '',
          each: '',
          condition: '',
          isHidden,
        },
  )

/** "info: while it loads" for the placeholder of a query; "press: its sheet" for the sheet of an event. */
const labelOf = (outer: string, inner: string): string =>
  outer === '' || /^\d+$/.test(outer) || ['on', 'queries', 'children', 'body', 'slots'].includes(outer)
    ? inner
    : `${wordsOf(outer)}: ${LISTS[inner] ?? wordsOf(inner)}`
const LISTS: Readonly<Record<string, string>> = {
  loading: 'while it loads',
  empty: 'while there is nothing',
  error: 'if it fails',
  body: 'its sheet',
}

const WORDS = ['title', 'label', 'text', 'texts', 'name', 'form']

/** The first text that a node itself shows. */
function ownWords(props: unknown, english: Readonly<Record<string, string>>): string | undefined {
  if (typeof props !== 'object' || props === null) return undefined
  return WORDS.flatMap((name) => {
    const given = (props as Record<string, unknown>)[name]
    const first: unknown = Array.isArray(given) ? given[0] : given
    // A text with values: its key beside them.
    const value: unknown = isObject(first) ? first.text : first
    if (typeof value !== 'string' || value.startsWith('=')) return []
    // The name of an icon or a form is none of the texts.
    return [textWords(value, english) ?? wordsOf(value)]
  })[0]
}

/** The English words of a text: "From {minimum} to {maximum}". */
const textWords = (key: string, english: Readonly<Record<string, string>>): string | undefined =>
  (english[key] ?? english[`${key}_other`])?.replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => `{${wordsOf(name)}}`)

/** The first text that the nodes in a node show: "Fee" of a row. */
function wordsWithin(node: Node, english: Readonly<Record<string, string>>): string | undefined {
  for (const name of ['slots', 'children']) {
    const found = firstWords(memberOf(node, name), english)
    if (found !== undefined) return found
  }
  return undefined
}

function firstWords(value: Node | undefined, english: Readonly<Record<string, string>>): string | undefined {
  if (!value) return undefined
  if (isNode(value)) {
    const own = ownWords(valueOf(memberOf(value, 'props')), english)
    return own ?? wordsWithin(value, english)
  }
  const inner = value.type === 'object' ? value.children?.map(({ children }) => children?.[1]) : value.children
  for (const child of inner ?? []) {
    const found = firstWords(child, english)
    if (found !== undefined) return found
  }
  return undefined
}

/** Content of a node without a separate text: the words that its expression names, else the value in braces. */
function ownExpression(props: unknown, english: Readonly<Record<string, string>>): string | undefined {
  if (!isObject(props)) return undefined
  const value = [...WORDS, 'value', 'part', 'src'].map((name) => props[name]).find((item) => typeof item === 'string')
  if (typeof value !== 'string') return undefined
  // An address by its file.
  if (!value.startsWith('=')) return /^(\/|https?:)/.test(value) ? value.replace(/^.*\//, '') : expressionWords(value)
  const named = /\btext\('([\w.]+)'/.exec(value)?.[1]
  const words = (named === undefined ? undefined : textWords(named, english)) ?? expressionWords(value.slice(1))
  return words === '' || named !== undefined ? words : `{${words}}`
}

/** Names that an expression reads, as text: "nickname" of "session.user.nickname.orValue('')". */
function expressionWords(source: string): string {
  const withoutTexts = source.replaceAll(/'[^']*'/g, '')
  const read = [...withoutTexts.matchAll(/[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*(\s*\()?/g)].flatMap(([all, call]) => {
    if (call === undefined) return [all]
    // A method is called on what is before it; a function alone reads nothing.
    const path = all.replace(/\.?[A-Za-z_]\w*\s*\($/, '')
    return path === '' ? [] : [path]
  })
  const [first] = read.filter((path) => path.includes('.')).concat(read)
  return first === undefined ? '' : pathWords(first)
}

/** "for each order" of "order in queries.orders". */
const eachWords = (each: string): string => `for each ${wordsOf(each.split(/\s+in\s+/)[0]?.trim() ?? '')}`

const visibleWords = (visible: string): string => {
  const words = conditionWords(visible)
  return words === undefined ? 'under a condition' : `only if ${words}`
}

export const joinFacts = (...facts: readonly string[]): string => facts.filter((fact) => fact !== '').join(' · ')

function describeNode(
  node: Node,
  { repeats, guards, visibility: { isHidden } }: NodeTraits,
  english: Readonly<Record<string, string>>,
): Pick<OutlineRow, 'label' | 'detail' | 'each' | 'condition'> {
  const widget = valueOf(memberOf(node, 'widget'))
  const part = valueOf(memberOf(node, 'part'))
  const props = valueOf(memberOf(node, 'props'))
  const shown = ownWords(props, english) ?? wordsWithin(node, english) ?? ownExpression(props, english)
  return {
    label: typeof widget === 'string' ? capital(wordsOf(widget)) : `Part ${String(part)}`,
    detail: joinFacts(isHidden ? 'hidden' : '', shown ?? ''),
    each: repeats === undefined ? '' : eachWords(repeats),
    condition: guards === undefined || isHidden ? '' : visibleWords(guards),
  }
}

export { enclosingNode, isNode, memberOf, valueOf }
