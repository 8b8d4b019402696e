import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { contrastOf, themesOf, measure, blend, readColor } from '../../../codegen/compiler/accessibility/contrast.ts'
import type { Color, Tokens } from '../../../codegen/compiler/accessibility/contrast.ts'
import { paintOf } from './paint.ts'

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
const file = JSON.parse(read('schemas/tokens.json')) as Tokens & { decoration: string[] }
const names = (tokens: Readonly<Record<string, string>> | undefined) => Object.keys(tokens ?? {}).toSorted()
const css = ['src/engine/widgets/', 'src/product/', 'src/app/'].flatMap((folder) =>
  readdirSync(new URL(`../../../${folder}`, import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.css'))
    .map((path) => [folder + path, read(folder + path)] as const),
)

function color(text: string): Color {
  const parsed = readColor(text)
  if (!parsed) throw new Error(`Not a color: ${text}`)
  return parsed
}

const themes = Object.keys(file.themes)
const pairs = Object.keys(file.upColors)
const themedPairs = themes.flatMap((theme) => pairs.map((pair) => ({ theme, pair })))

it('computes WCAG contrast', () => {
  expect(contrastOf(color('#000000'), color('#ffffff'))).toBeCloseTo(21)
  expect(contrastOf(color('#777777'), color('#ffffff'))).toBeCloseTo(4.48, 2)
  expect(blend(color('rgb(0 0 0 / 0.5)'), color('#ffffff'))).toEqual([127.5, 127.5, 127.5, 1])
})

it('has the same tokens in every theme and every pair', () => {
  for (const theme of themes) expect(names(file.themes[theme])).toEqual(names(file.themes[themes[0] ?? '']))
  for (const { theme, pair } of themedPairs)
    expect(names(file.upColors[pair]?.[theme])).toEqual(names(file.upColors[pairs[0] ?? '']?.[themes[0] ?? '']))
})

describe.each(themesOf(file))('$name', (theme) => {
  it.each(file.contrast)('$front has enough contrast with $back', ({ ratio, front, back }) => {
    for (const name of front)
      for (const ground of back)
        expect(measure(name, ground, theme), `${name} on ${ground}`).toBeGreaterThanOrEqual(ratio)
  })
})

describe('colors in the style sheets', () => {
  const [theme] = themesOf(file)
  const isColor = (name: string) => readColor(theme?.tokens[name] ?? '') !== undefined
  const fronts = new Set([...file.contrast.flatMap(({ front }) => front), ...file.decoration])
  const backs = new Set([
    ...file.contrast.flatMap(({ back }) => back.flatMap((ground) => ground.split('+'))),
    ...file.decoration,
  ])
  const pairs = new Set(
    file.contrast.flatMap(({ front, back }) =>
      front.flatMap((name) =>
        back.flatMap((ground) =>
          ground
            .split('+')
            .slice(-1)
            .map((last) => `${name} on ${last}`),
        ),
      ),
    ),
  )
  const paints = css.map(([path, text]) => ({ path, ...paintOf(text) }))

  it('decoration is among the colors', () => {
    expect(file.decoration.filter((name) => !isColor(name))).toEqual([])
  })

  it('every color of words and icons is declared to contrast with something', () => {
    expect(
      paints.flatMap(({ path, front }) =>
        [...front].filter((name) => isColor(name) && !fronts.has(name)).map((name) => `${path}: ${name}`),
      ),
    ).toEqual([])
  })

  it('every color of a ground, a shape or an edge is declared in a contrast pair', () => {
    expect(
      paints.flatMap(({ path, back, edge }) =>
        [...back, ...edge]
          .filter((name) => isColor(name) && !backs.has(name) && !fronts.has(name))
          .map((name) => `${path}: ${name}`),
      ),
    ).toEqual([])
  })

  it('every pair that one rule paints is declared', () => {
    const painted = paints.flatMap(({ path, pairs: sheetPairs }) =>
      [...sheetPairs].map((pair) => [path, pair] as const),
    )
    expect(painted.length).toBeGreaterThan(20)
    const undeclared = painted.filter(([, pair]) => {
      const [front = '', back = ''] = pair.split(' on ')
      return isColor(front) && isColor(back) && !pairs.has(pair) && !file.decoration.includes(back)
    })
    expect(undeclared.map(([path, pair]) => `${path}: ${pair}`)).toEqual([])
  })
})

it('every token in a style sheet is defined', () => {
  expect(css.length).toBeGreaterThan(20)
  const known = new Set([
    ...Object.keys(file.shared),
    ...Object.keys(file.themes.dark ?? {}),
    ...Object.keys(file.upColors.green?.dark ?? {}),
    ...[...read('src/app/base.css').matchAll(/--([\w-]+)\s*:/g)].map(([, name = '']) => name),
  ])
  const missing = css.flatMap(([path, text]) => {
    const own = new Set([...text.matchAll(/--([\w-]+)\s*:/g)].map((match) => match[1]))
    return [...text.matchAll(/var\(--([\w-]+)\s*(,)?/g)]
      .filter(([, name = '', fallback]) => !fallback && !own.has(name) && !known.has(name))
      .map((match) => `${path}: --${match[1]}`)
  })
  expect(missing, 'neither defined nor with a fallback: var(--share, 0)').toEqual([])
})
