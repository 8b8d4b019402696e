import type { APIRequestContext } from '@playwright/test'
import type { CallDef, Json, Screen, Shape } from '../../../src/engine/language/expressions/program.ts'
import { isJsonObject } from '../../../src/engine/language/values/json.ts'
import { shapeAt } from '../../../codegen/fixtures/sample.ts'
import type { Fixture } from '../../../codegen/fixtures/fixture.ts'
import { recordedOf } from '../../support/fixtures.ts'
import { readManifest, readScreen } from './changedCatalogue.ts'

/** Replacement of each text that people have written. */
export const MARK = 'Ximena'

/** Fields of replies with such texts: of users, and of the operator. */
const TEXT_FIELDS = new Set([
  'nickname',
  'firstName',
  'lastName',
  'holder',
  'bank',
  'device',
  'place',
  'label',
  'name',
  'title',
  'text',
  'body',
  'summary',
])

const isText = (name: string, value: Json, { format, enum: words, const: fixed }: Shape): boolean =>
  TEXT_FIELDS.has(name) &&
  (typeof value === 'string' || value === null) &&
  words === undefined &&
  fixed === undefined &&
  (format === undefined || format === 'personName')

/** Recorded data with the mark as each text. */
function marked(value: Json, shape: Shape): Json {
  if (Array.isArray(value)) return value.map((item) => marked(item, shapeAt(shape.items)))
  if (!isJsonObject(value)) return value
  const properties = shapeAt(shape.properties)
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const of = shapeAt(properties[name])
      return [name, isText(name, member, of) ? MARK : marked(member, of)]
    }),
  )
}

/** Parameters of a route whose name alone says little. */
const PARAMS: Readonly<Record<string, string>> = { symbol: 'BTCUSDT', currency: 'USDT', product: 'usdt-30' }

function paramsOf({ params }: Screen): Record<string, Json> {
  const required = Object.entries(params).filter(([, param]) => param.required === true)
  return Object.fromEntries(required.map(([name, param]) => [name, param.enum?.[0] ?? PARAMS[name] ?? 'any']))
}

/** A screen whose replies have the mark as each text. */
export interface MarkedScreen {
  screen: string
  fixture: Fixture
}

const USER_FIELDS = { nickname: MARK, firstName: MARK, lastName: MARK }

/** The screens of the served catalogue that read such a text, with marked replies of the calls of their queries. */
export async function markedScreens(request: APIRequestContext): Promise<MarkedScreen[]> {
  const { routes, calls } = await readManifest(request)
  const screens = await Promise.all(
    Object.values(routes).map(async ({ id, hash }) => {
      const screen = await readScreen(request, hash)
      const defs: Readonly<Record<string, CallDef>> = { ...calls, ...screen.calls }
      const replies = Object.values(screen.queries).flatMap(({ call }) => {
        const data = recordedOf(call).ok?.data
        const shape = defs[call]?.data
        return data === undefined || shape === undefined ? [] : [[call, { data: marked(data, shape) }] as const]
      })
      const text = JSON.stringify([screen.body, replies])
      if (![MARK, ...Object.keys(USER_FIELDS)].some((word) => text.includes(`"${word}"`))) return []
      return [
        {
          screen: id,
          fixture: { params: paramsOf(screen), userFields: USER_FIELDS, replies: Object.fromEntries(replies) },
        },
      ]
    }),
  )
  return screens.flat()
}

/** Faults of a page that texts in place of the mark cause. */
export interface TextFaults {
  faults: string[]
  /** Places of the mark on the page. */
  places: number
  /** Comparisons of a place with a text. */
  readings: number
}

/** A text on its own, and within a sentence. */
export interface WrittenText {
  alone: string
  within: string
}

/**
 * Runs in the page. Puts each text in the place of the mark, wherever it is shown. A fault: the page, a part of it or a line becomes wider than the
 * window, or a line begins at another edge.
 */
export function layOut({ texts, mark }: { texts: readonly WrittenText[]; mark: string }): TextFaults {
  const SLACK = 1.5
  const width = document.documentElement.clientWidth
  const isShort = (element: Element): boolean => {
    const { textOverflow, webkitLineClamp, overflowX } = getComputedStyle(element)
    return textOverflow === 'ellipsis' || webkitLineClamp !== 'none' || overflowX === 'auto' || overflowX === 'scroll'
  }
  /** Whether a text may be longer than its place: it ends in an ellipsis, or is scrolled sideways. */
  const isShortened = (element: Element): boolean => {
    for (let at: Element | null = element; at; at = at.parentElement) if (isShort(at)) return true
    return false
  }
  const isSeen = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.getBoundingClientRect().width > 1
  const leaves = ({ left, right }: DOMRect): boolean => right > left && (left < -SLACK || right > width + SLACK)

  const places: { node: Text; template: string; block: Element; shortened: boolean }[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (!element || !node.nodeValue?.includes(mark) || !isSeen(element)) continue
    let block: Element = element
    while (block.parentElement && getComputedStyle(block).display === 'inline') block = block.parentElement
    places.push({ node: node as Text, template: node.nodeValue, block, shortened: isShortened(element) })
  }
  const watched = [...document.querySelectorAll('body *')].filter(
    (element) => isSeen(element) && !isShortened(element) && !leaves(element.getBoundingClientRect()),
  )

  const range = document.createRange()
  const lineOf = (node: Text): DOMRect | null => {
    range.selectNodeContents(node)
    // A line has a box for each direction.
    const boxes = [...range.getClientRects()].filter((box) => box.width > 0)
    const isOneLine = Math.max(...boxes.map(({ top }) => top)) < Math.min(...boxes.map(({ bottom }) => bottom))
    return isOneLine ? range.getBoundingClientRect() : null
  }
  /** The edge of its block at which the only line of a text begins: "left", "right" or "" for the middle, and for a line that fills the block. */
  const edgeOf = (node: Text, block: Element): string | null => {
    const line = lineOf(node)
    if (!line) return null
    const box = block.getBoundingClientRect()
    const style = getComputedStyle(block)
    const before = line.left - box.left - parseFloat(style.paddingLeft)
    const after = box.right - line.right - parseFloat(style.paddingRight)
    if (Math.min(before, after) < -SLACK || Math.abs(before - after) < 4) return null
    return before < after ? 'left' : 'right'
  }
  const edges = places.map(({ node, block }) => edgeOf(node, block))
  const starts = places.map(({ node, template }) => {
    const at = template.indexOf(mark)
    const hasWords = /[^\u2068\u2069\s]/.test(template.replaceAll(mark, ''))
    return at > 0 && hasWords && lineOf(node) ? 'within' : 'alone'
  })
  /** Whether the words around the value are still before and behind it, by the direction of the page. */
  const isRtl = getComputedStyle(document.documentElement).direction === 'rtl'
  const isInOrder = (node: Text, before: number, value: number): boolean => {
    const boxOf = (from: number, to: number): DOMRect => {
      range.setStart(node, from)
      range.setEnd(node, to)
      return range.getBoundingClientRect()
    }
    if (!lineOf(node)) return true
    const boxes = [boxOf(0, before), boxOf(before, before + value), boxOf(before + value, node.length)]
    const shown = boxes.filter(({ width }) => width > 0)
    const ends = shown.map(({ left, right }) => (isRtl ? -left : right))
    return ends.every((end, index) => end >= (ends[index - 1] ?? end) - SLACK)
  }

  const faults: string[] = []
  for (const { alone, within } of texts) {
    for (const { node, template } of places)
      node.nodeValue = template.replaceAll(mark, () => (template.trim() === mark ? alone : within))
    const said = (fault: string): void => void faults.push(`${fault}: ${JSON.stringify(alone.slice(0, 60))}`)
    const { scrollWidth } = document.documentElement
    if (scrollWidth > width + 1) said(`the page is ${scrollWidth} px wide`)
    const wide = watched.find((element) => leaves(element.getBoundingClientRect()))
    if (wide) {
      const { left, right } = wide.getBoundingClientRect()
      said(
        `${wide.tagName.toLowerCase()}.${wide.getAttribute('class')?.split(' ')[0]} reaches from ${left} to ${right}`,
      )
    }
    places.forEach(({ node, template, block, shortened }, index) => {
      if (shortened) return
      range.selectNodeContents(node)
      if (alone.trim() !== '' && [...range.getClientRects()].some(leaves)) said(`“${template}” leaves the window`)
      const edge = edgeOf(node, block)
      if (edge !== null && edges[index] !== null && edge !== edges[index])
        said(`“${template}” begins at the ${edge}, not at the ${edges[index]}`)
      if (starts[index] === 'within' && !isInOrder(node, template.indexOf(mark), within.length))
        said(`“${template}” is in another order`)
    })
  }
  for (const { node, template } of places) node.nodeValue = template
  return { faults, places: places.length, readings: places.length * texts.length }
}
