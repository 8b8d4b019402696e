import { NODE_TRAITS } from '../../engine/language/expressions/nodeTraits.ts'
import type { JSONPath } from 'jsonc-parser'
import { movedItems } from '../../../codegen/compiler/service/index.ts'
import { detailsOf, editsOf, valueAt, valueOf, type Edit, type OrderEdit } from '../merge/edits.ts'
import { languageOf } from '../model/fileNames.ts'
import { nodeAt, parse } from '../model/document.ts'
import { choiceWords, titleOf } from '../model/titles.ts'
import type { Entry } from '../compiler/protocol.ts'
import type { PropertySchema, WidgetInfo } from '../model/vocabulary.ts'
import { expressionWords } from './expressionWords.ts'
import { enclosingNode, joinFacts, outlineOf } from '../outline/nodes.ts'

/** One difference of two versions of a file, as text. */
export interface Difference {
  /** The node, the field or the text. */
  where: string
  /** Changed aspect: "tone", "words". */
  what: string
  /** Null: there was none, or there is none now. */
  before: string | null
  after: string | null
}

type English = Readonly<Record<string, string>>
type Widgets = ReadonlyMap<string, WidgetInfo>

const SHOWN = 120

/** The differences of two versions of a file; undefined if one of them is no JSON. */
export function differencesOf(
  file: string,
  before: string | undefined,
  after: string | undefined,
  english: English,
  widgets: Widgets,
  titleOf?: TitleOf,
): Difference[] | undefined {
  const [old, current] = [valueOf(before ?? 'null'), valueOf(after ?? 'null')]
  if (!old || !current) return undefined
  if (before === undefined || after === undefined) return []
  return editsOf(old.value, current.value)
    .flatMap(detailsOf)
    .flatMap((edit) => wordsOf(file, edit, before, english, widgets, titleOf))
}

/** Descriptions of an edit, with its paths as they were before; the items of a list one by one. */
export function wordsOf(
  file: string,
  edit: Edit,
  before: string,
  english: English,
  widgets: Widgets,
  routeTitle?: TitleOf,
): Difference[] {
  if (edit.kind === 'items') {
    const where = placeWords(file, edit.path, before, english) || 'The list'
    const what = nameOfList(edit.path)
    return [
      ...edit.removed.map((item): Difference => ({ where, what, before: valueWords(item, english), after: null })),
      ...edit.added.map((item): Difference => ({
        where,
        what,
        before: null,
        after: [valueWords(item, english), ...factsOf(item, routeTitle)].join('; '),
      })),
    ]
  }
  if (edit.kind === 'order') {
    const where = placeWords(file, edit.path, before, english) || 'The list'
    return movesOf(edit, before, english).map((move): Difference => ({ where, what: ORDER, before: null, after: move }))
  }
  const words = (value: unknown): string | null =>
    value === undefined
      ? null
      : edit.path.at(-1) === 'visible' && typeof value === 'string'
        ? expressionWords('condition', value)
        : (enumWords(value, schemaAt(edit.path, before, widgets)) ?? valueWords(value, english))
  return [
    {
      where: placeWords(file, edit.path, before, english),
      what: whatOf(file, edit.path, before, widgets),
      before: words(edit.before),
      after: words(edit.after),
    },
  ]
}

/** The schema of the property of a node at a path; undefined for a path that is in none, or within its value. */
function schemaAt(path: JSONPath, text: string, widgets: Widgets): PropertySchema | undefined {
  const place = enclosingNode(text, path.join('/'))
  const [props, name, ...rest] = path.slice(place === '' ? 0 : place.split('/').length)
  if (place === '' || props !== 'props' || rest.length > 0) return undefined
  const widget: unknown = nodeAt(parse(text), `${place}/widget`)?.value
  return widgets.get(String(widget))?.props.properties?.[String(name)]
}

/** A value of an enumeration as the inspector shows it. */
export const enumWords = (value: unknown, schema: PropertySchema | undefined): string | undefined =>
  typeof value === 'string' && schema?.enum?.includes(value) === true ? choiceWords(value) : undefined

/** Aspect of a move; its description is a sentence. */
export const ORDER = 'order'

/** The items that were moved: '“Help” moved above “Settings”'. */
function movesOf(edit: OrderEdit, before: string, english: English): string[] {
  const { path, index, order } = edit
  const list = valueAt(before, path)
  const wordsAt = (at: number): string => {
    const place = index + (order[at] ?? 0)
    return nodeWords(before, [...path, place].join('/'), english) || valueWords((list as unknown[])[place], english)
  }
  return movedItems(order).map((at) =>
    at + 1 < order.length
      ? `${wordsAt(at)} moved above ${wordsAt(at + 1)}`
      : `${wordsAt(at)} moved below ${wordsAt(at - 1)}`,
  )
}

const nameOfList = (path: JSONPath): string => {
  const name = path.findLast((segment) => typeof segment === 'string') ?? ''
  return ['children', 'body'].includes(name) ? 'content' : name
}

/** Name of the node that contains a path, from its content. */
function placeWords(file: string, path: JSONPath, text: string, english: English): string {
  if (languageOf(file) !== undefined) {
    const key = String(path[0] ?? '')
    // The words of English itself are what differs.
    if (languageOf(file) === 'en') return 'A text'
    return english[key] === undefined ? key : `“${cut(english[key])}”`
  }
  if (file.startsWith('schemas/forms/')) {
    const [part, second, third] = path
    const name = part === 'schema' && second === 'properties' ? third : part === 'uiSchema' ? second : undefined
    return name === undefined ? 'The form' : `Field ${String(name)}`
  }
  const place = enclosingNode(text, path.join('/'))
  return place === '' ? '' : nodeWords(text, place, english)
}

/** Display name of a path in a file: 'Heading “Hello”, level'. Empty for the document itself. */
export function locationWords(file: string, place: string, text: string, english: English, widgets: Widgets): string {
  const path = place.split('/').map((name) => (/^\d+$/.test(name) ? Number(name) : name))
  return place === ''
    ? ''
    : [placeWords(file, path, text, english), whatOf(file, path, text, widgets)]
        .filter((item) => item !== '')
        .join(', ')
}

/** Name of a node: 'Text “Amounts above 1 000”'. */
export function nodeWords(text: string, place: string, english: English): string {
  const row = outlineOf(text, english).find((outlineRow) => outlineRow.place === place)
  if (!row) return ''
  const shown = row.detail || firstWords(text, place, english) || joinFacts(row.each, row.condition)
  return shown === '' ? row.label : `${row.label} “${cut(shown)}”`
}

/** The first text that is shown within a node that shows none itself. */
function firstWords(text: string, place: string, english: English): string {
  const rows = outlineOf(text, english)
  return rows.find((row) => row.place.startsWith(`${place}/`) && row.detail !== '')?.detail ?? ''
}

/** Keywords of a node as the inspector names them. */
const KEYWORDS: Readonly<Record<string, string>> = {
  [NODE_TRAITS.guards]: 'when it is shown',
  [NODE_TRAITS.repeats]: 'what it is repeated for',
  [NODE_TRAITS.awaits]: 'the data that it waits for',
}

function whatOf(file: string, path: JSONPath, text: string, widgets: Widgets): string {
  if (languageOf(file) !== undefined) return 'words'
  if (file.startsWith('schemas/forms/')) {
    const rest = path.slice(path[0] === 'schema' && path[1] === 'properties' ? 3 : path[0] === 'uiSchema' ? 2 : 0)
    return (
      rest
        .filter((segment) => segment !== 'ui:options')
        .map((segment) => String(segment).replace('ui:', ''))
        .join(' ') || 'field'
    )
  }
  const schema = schemaAt(path, text, widgets)
  if (schema) return titleOf(String(path.at(-1)), schema)
  const place = enclosingNode(text, path.join('/'))
  const rest = path.slice(place === '' ? 0 : place.split('/').length).filter((segment) => segment !== 'props')
  const [keyword] = rest
  if (rest.length === 1 && typeof keyword === 'string' && Object.hasOwn(KEYWORDS, keyword))
    return KEYWORDS[keyword] ?? ''
  return rest
    .map((segment) => (typeof segment === 'number' ? String(segment + 1) : titleOf(segment).toLowerCase()))
    .join(' ')
}

/** A value as people read it: the words of a text, the widget of a node. */
export function valueWords(value: unknown, english: English): string {
  if (typeof value === 'string') return cut(english[value] === undefined ? value : `“${english[value]}”`)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const { widget, part, action, title } = value as Record<string, unknown>
    if (typeof widget === 'string' || typeof part === 'string')
      return nodeWords(JSON.stringify({ body: [value] }), 'body/0', english)
    if (typeof action === 'string') return `the step ${action}`
    if (typeof title === 'string') return cut(english[title] ?? title)
    return cut(
      Object.entries(value)
        .map(([name, member]) => `${titleOf(name.replace('ui:', '')).toLowerCase()} ${valueWords(member, english)}`)
        .join(', '),
    )
  }
  if (Array.isArray(value)) return cut(value.map((item) => valueWords(item, english)).join(', '))
  return cut(JSON.stringify(value))
}

/** The title of the screen at a route. */
export type TitleOf = (route: string) => string
const unnamed: TitleOf = (route) => route
export const titlesOf =
  (entries: readonly Entry[]): TitleOf =>
  (route) =>
    entries.find((entry) => entry.route === route)?.title ?? route

/** Facts of a node that are listed. */
const FACTS = 6

/**
 * Behaviour of a node and all nodes in it, besides their content: "shown only if amount is more than 1000", "leads to
 * “Help”".
 */
export function factsOf(value: unknown, titleOf: TitleOf = unnamed): string[] {
  const found = new Set<string>()
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null) return
    const { visible, action, to } = node as Record<string, unknown>
    if (visible === false) found.add('hidden')
    if (typeof visible === 'string') found.add(`shown only if ${expressionWords('condition', visible)}`)
    if (action === 'navigate' && typeof to === 'string') found.add(`leads to “${titleOf(to)}”`)
    Object.values(node).forEach(visit)
  }
  visit(value)
  const facts = [...found]
  return facts.length > FACTS
    ? [...facts.slice(0, FACTS), `${facts.length - FACTS} more conditions and targets`]
    : facts
}

const cut = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)} …` : text)
