import { toJson } from '../source/source.ts'
import type { Source } from '../source/source.ts'

type TokenValues = Readonly<Record<string, string>>

/** The colours of schemas/tokens.json, and the declared foreground and background pairs. */
export interface Tokens {
  shared: TokenValues
  themes: Readonly<Record<string, TokenValues>>
  upColors: Readonly<Record<string, Readonly<Record<string, TokenValues>>>>
  contrast: readonly { ratio: number; front: readonly string[]; back: readonly string[] }[]
}

/** Red, green and blue from 0 to 255, and alpha. */
export type Color = readonly [red: number, green: number, blue: number, alpha: number]

/** One theme with one pair of up and down colours. */
export interface ThemeColors {
  name: string
  tokens: TokenValues
}

/** Parses "#rrggbb" and "rgb(r g b / a)": channels from 0 to 255, opacity from 0 to 1. Returns undefined for another notation. */
export function readColor(text: string): Color | undefined {
  const [, red, green, blue] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text) ?? []
  if (red !== undefined) return [Number(`0x${red}`), Number(`0x${green}`), Number(`0x${blue}`), 1]
  const rgb = /^rgb\((\d+) (\d+) (\d+)(?: \/ ([\d.]+))?\)$/.exec(text)
  return rgb ? [Number(rgb[1]), Number(rgb[2]), Number(rgb[3]), Number(rgb[4] ?? 1)] : undefined
}

/** Blends a translucent colour over the one below. */
export function blend([r, g, b, a]: Color, [belowR, belowG, belowB]: Color): Color {
  return [r * a + belowR * (1 - a), g * a + belowG * (1 - a), b * a + belowB * (1 - a), 1]
}

const channel = (value: number): number =>
  value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4
const luminance = ([r, g, b]: Color): number => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b)

/** Contrast ratio of WCAG 2: 1 to 21. */
export function contrastOf(a: Color, b: Color): number {
  const [one, other] = [luminance(a), luminance(b)]
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

/** The tokens of each combination of theme and colours of rise and fall. */
export function themesOf({ shared, themes, upColors }: Tokens): ThemeColors[] {
  return Object.entries(themes).flatMap(([theme, own]) =>
    Object.entries(upColors).map(([pair, byTheme]) => ({
      name: `${theme}, ${pair} up`,
      tokens: { ...shared, ...own, ...byTheme[theme] },
    })),
  )
}

/** The resulting background colour: "surface", or tints over it, "surface+gold-soft". */
export function backgroundOf(ground: string, tokens: TokenValues): Color | undefined {
  const [base, ...tints] = ground.split('+').map((name) => readColor(tokens[name] ?? ''))
  return tints.reduce<Color | undefined>((below, tint) => below && tint && blend(tint, below), base)
}

/** Contrast of a pair in a theme; undefined if a token is not a colour. */
export function measure(foreground: string, back: string, theme: ThemeColors): number | undefined {
  const ground = backgroundOf(back, theme.tokens)
  const color = readColor(theme.tokens[foreground] ?? '')
  return ground && color && contrastOf(blend(color, ground), ground)
}

/** Reads schemas/tokens.json; undefined if it has another form. */
export function readTokens(source: Source): Tokens | undefined {
  const raw = source.root ? (toJson(source.root) as unknown) : undefined
  return isTokens(raw) ? raw : undefined
}

const isBlock = (value: unknown): boolean => value !== null && typeof value === 'object' && !Array.isArray(value)

function isTokens(value: unknown): value is Tokens {
  if (value === null || typeof value !== 'object') return false
  const { shared, themes, upColors, contrast: pairs } = value as Partial<Tokens>
  return isBlock(shared) && isBlock(themes) && isBlock(upColors) && Array.isArray(pairs)
}
