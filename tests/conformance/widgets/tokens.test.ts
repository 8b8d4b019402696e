import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

type Tokens = Record<string, string>
interface TokenFile {
  shared: Tokens
  themes: Record<string, Tokens>
  upColors: Record<string, Record<string, Tokens>>
  contrast: { ratio: number; front: string[]; back: string[] }[]
}
type Colour = [red: number, green: number, blue: number, alpha: number]

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
const file = JSON.parse(read('schemas/tokens.json')) as TokenFile

function colour(text: string): Colour {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text)
  if (hex) return [Number(`0x${hex[1]}`), Number(`0x${hex[2]}`), Number(`0x${hex[3]}`), 1]
  const rgb = /^rgb\((\d+) (\d+) (\d+) \/ ([\d.]+)\)$/.exec(text)
  if (!rgb) throw new Error(`Not a colour: ${text}`)
  return [Number(rgb[1]), Number(rgb[2]), Number(rgb[3]), Number(rgb[4])]
}

function over([r, g, b, a]: Colour, [br, bg, bb]: Colour): Colour {
  return [r * a + br * (1 - a), g * a + bg * (1 - a), b * a + bb * (1 - a), 1]
}

const part = (value: number) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4)
const names = (tokens: Tokens | undefined) => Object.keys(tokens ?? {}).toSorted()

/** Relative luminance, WCAG 2. */
function luminance([r, g, b]: Colour): number {
  return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b)
}

function contrast(a: Colour, b: Colour): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x)
  return (high + 0.05) / (low + 0.05)
}

function token(all: Tokens, name: string): Colour {
  const value = all[name]
  if (value === undefined) throw new Error(`No token ${name}`)
  return colour(value)
}

const themes = Object.keys(file.themes)
const pairs = Object.keys(file.upColors)
const looks = themes.flatMap((theme) => pairs.map((pair) => ({ theme, pair })))

it('measures as WCAG does', () => {
  expect(contrast(colour('#000000'), colour('#ffffff'))).toBeCloseTo(21)
  expect(contrast(colour('#777777'), colour('#ffffff'))).toBeCloseTo(4.48, 2)
})

it('has the same tokens in every theme and every pair', () => {
  for (const theme of themes) expect(names(file.themes[theme])).toEqual(names(file.themes[themes[0] ?? '']))
  for (const { theme, pair } of looks) expect(names(file.upColors[pair]?.[theme])).toEqual(['down', 'down-fill', 'down-soft', 'on-down', 'on-up', 'up', 'up-fill', 'up-soft'])
})

describe.each(looks)('$theme with $pair', ({ theme, pair }) => {
  const all = { ...file.shared, ...file.themes[theme], ...file.upColors[pair]?.[theme] }
  it.each(file.contrast)('$front stand out from $back', ({ ratio, front, back }) => {
    for (const name of front) {
      for (const ground of back) {
        const [base = '', tint] = ground.split('+')
        const under = tint ? over(token(all, tint), token(all, base)) : token(all, base)
        expect(contrast(token(all, name), under), `${name} on ${ground}`).toBeGreaterThanOrEqual(ratio)
      }
    }
  })
})

it('every token that a style uses is there', () => {
  const css = ['src/widgets/', 'src/app/'].flatMap((folder) =>
    readdirSync(new URL(`../../../${folder}`, import.meta.url), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.css'))
      .map((path) => [folder + path, read(folder + path)] as const),
  )
  expect(css.length).toBeGreaterThan(20)
  const known = new Set([...Object.keys(file.shared), ...Object.keys(file.themes.dark ?? {}), ...Object.keys(file.upColors.green?.dark ?? {})])
  const missing = css.flatMap(([path, text]) => {
    const own = new Set([...text.matchAll(/--([\w-]+)\s*:/g)].map((match) => match[1]))
    return [...text.matchAll(/var\(--([\w-]+)\s*(,)?/g)].filter(([, name = '', fallback]) => !fallback && !own.has(name) && !known.has(name)).map((match) => `${path}: --${match[1]}`)
  })
  expect(missing).toEqual([])
})
