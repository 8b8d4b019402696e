import { itemsOf, member, rangeOf, toJson } from './source.ts'
import type { JsonNode, Source } from './source.ts'
import { didYouMean } from './nearest.ts'
import { Reporter } from './diagnostics.ts'
import type { Diagnostic } from './diagnostics.ts'
import contrast from '../check/rules/contrast.ts'

type Block = Readonly<Record<string, string>>

/** The colours of schemas/tokens.json, and which are drawn upon which. */
export interface Tokens {
  shared: Block
  themes: Readonly<Record<string, Block>>
  upColors: Readonly<Record<string, Readonly<Record<string, Block>>>>
  contrast: readonly { ratio: number; front: readonly string[]; back: readonly string[] }[]
}

/** Red, green and blue of 0 to 255, and how much of it covers what is below. */
export type Color = readonly [red: number, green: number, blue: number, alpha: number]

/** One theme with one pair of up and down colours. */
export interface Look {
  name: string
  tokens: Block
}

export interface Measured {
  front: string
  back: string
  look: string
  ratio: number
  needed: number
}

export function readColor(text: string): Color | undefined {
  const [, red, green, blue] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text) ?? []
  if (red !== undefined) return [Number(`0x${red}`), Number(`0x${green}`), Number(`0x${blue}`), 1]
  const rgb = /^rgb\((\d+) (\d+) (\d+)(?: \/ ([\d.]+))?\)$/.exec(text)
  return rgb ? [Number(rgb[1]), Number(rgb[2]), Number(rgb[3]), Number(rgb[4] ?? 1)] : undefined
}

/** What is seen of a colour that lets some of the one below through. */
export function over([r, g, b, a]: Color, [belowR, belowG, belowB]: Color): Color {
  return [r * a + belowR * (1 - a), g * a + belowG * (1 - a), b * a + belowB * (1 - a), 1]
}

const channel = (value: number): number => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4)
const luminance = ([r, g, b]: Color): number => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b)

/** Contrast ratio of WCAG 2: 1 to 21. */
export function contrastOf(a: Color, b: Color): number {
  const [one, other] = [luminance(a), luminance(b)]
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

export function looksOf({ shared, themes, upColors }: Tokens): Look[] {
  return Object.entries(themes).flatMap(([theme, own]) =>
    Object.entries(upColors).map(([pair, byTheme]) => ({ name: `${theme}, ${pair} up`, tokens: { ...shared, ...own, ...byTheme[theme] } })))
}

/** The colour that a ground comes to: "surface", or tints over it, "surface+gold-soft". */
export function groundOf(ground: string, tokens: Block): Color | undefined {
  const [base, ...tints] = ground.split('+').map((name) => readColor(tokens[name] ?? ''))
  return tints.reduce<Color | undefined>((below, tint) => below && tint && over(tint, below), base)
}

/** Every declared pair in every look; undefined where a token is no colour. */
export function measure(front: string, back: string, look: Look): number | undefined {
  const ground = groundOf(back, look.tokens)
  const color = readColor(look.tokens[front] ?? '')
  return ground && color && contrastOf(over(color, ground), ground)
}

/** The look in which each declared pair stands out least. */
export function worst(tokens: Tokens): Measured[] {
  const looks = looksOf(tokens)
  return tokens.contrast.flatMap(({ ratio: needed, front: fronts, back: backs }) =>
    fronts.flatMap((front) => backs.flatMap((back) => {
      const found = looks.map((look) => ({ front, back, look: look.name, needed, ratio: measure(front, back, look) ?? 0 }))
      return found.toSorted((a, b) => a.ratio - b.ratio).slice(0, 1)
    })))
}

const known = new WeakMap<Source, readonly Diagnostic[]>()

/** Colours of the design that cannot be told from what they are drawn upon. */
export function checkContrast(source: Source | undefined, diagnostics: Diagnostic[]): void {
  if (!source) return
  const found = known.get(source) ?? faultsOf(source)
  known.set(source, found)
  diagnostics.push(...found)
}

function faultsOf(source: Source): readonly Diagnostic[] {
  const tokens = readTokens(source)
  if (!tokens) return []
  const reporter = new Reporter(source)
  const looks = looksOf(tokens)
  for (const [index, entry] of itemsOf(member(source.root, 'contrast')).entries()) {
    const needed = Number(member(entry, 'ratio')?.value)
    for (const [position, front] of itemsOf(member(entry, 'front')).entries()) {
      for (const back of itemsOf(member(entry, 'back'))) checkPair(front, back, needed, `contrast/${index}/front/${position}`, looks, reporter)
    }
  }
  return reporter.diagnostics
}

function checkPair(front: JsonNode, back: JsonNode, needed: number, path: string, looks: readonly Look[], reporter: Reporter): void {
  const [name, ground] = [String(front.value), String(back.value)]
  const known = looks[0]?.tokens ?? {}
  for (const [token, at] of [[name, front], ...ground.split('+').map((one) => [one, back] as const)] as const) {
    if (readColor(known[token] ?? '')) continue
    const suggestion = didYouMean(token, Object.keys(known))
    reporter.report(contrast, { at: rangeOf(at), path, message: `There is no color "${token}" among the tokens.`, ...(suggestion === undefined ? {} : { suggestion }) })
    return
  }
  let least: { ratio: number; look: string } | undefined
  for (const look of looks) {
    const ratio = measure(name, ground, look)
    if (ratio !== undefined && ratio < needed && (!least || ratio < least.ratio)) least = { ratio, look: look.name }
  }
  if (!least) return
  const message = `"${name}" on "${ground}" has a contrast of ${least.ratio.toFixed(2)} (${least.look}), and ${needed} is needed.`
  reporter.report(contrast, { at: rangeOf(front), path, message, suggestion: 'Make one of the two lighter or darker.' })
}

function readTokens(source: Source): Tokens | undefined {
  const raw = source.root ? (toJson(source.root) as unknown) : undefined
  return isTokens(raw) ? raw : undefined
}

const isBlock = (value: unknown): boolean => value !== null && typeof value === 'object' && !Array.isArray(value)

function isTokens(value: unknown): value is Tokens {
  if (value === null || typeof value !== 'object') return false
  const { shared, themes, upColors, contrast: pairs } = value as Partial<Tokens>
  return isBlock(shared) && isBlock(themes) && isBlock(upColors) && Array.isArray(pairs)
}
