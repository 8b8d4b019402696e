import { readJson, SchemaError, type Files } from './lib/files.ts'

type Block = Record<string, string>
interface Tokens {
  shared: Block
  themes: Record<string, Block>
  upColors: Record<string, Record<string, Block>>
}

const FILE = 'schemas/tokens.json'

function block(selectors: string[], place: string, tokens: Block): string {
  const lines = Object.entries(tokens).map(([name, value]) => {
    if (!/^[a-z][a-z0-9-]*$/.test(name))
      throw new SchemaError(FILE, `${place}/${name}`, 'a token is named in lower case with hyphens')
    if (typeof value !== 'string' || /[;{}]/.test(value))
      throw new SchemaError(FILE, `${place}/${name}`, 'is no value of a custom property')
    // The one token that is a property of CSS itself: it makes the browser's own controls follow the theme.
    return `  ${name === 'color-scheme' ? '' : '--'}${name}: ${value};\n`
  })
  return `${selectors.join(',\n')} {\n${lines.join('')}}\n`
}

/** Custom properties of the design tokens: shared ones, each theme's, and each pair of up and down colours. */
export default function generate(root: string): Files {
  const tokens = readJson(root, FILE) as Tokens
  const themes = Object.keys(tokens.themes)
  let css = '/* Generated from schemas/tokens.json. Do not edit. */\n' + block([':root'], 'shared', tokens.shared)
  for (const [i, [theme, colors]] of Object.entries(tokens.themes).entries()) {
    const selector = `html[data-theme='${theme}']`
    css += block(i === 0 ? [':root', selector] : [selector], `themes/${theme}`, colors)
  }
  for (const [p, [pair, byTheme]] of Object.entries(tokens.upColors).entries()) {
    for (const [t, theme] of themes.entries()) {
      const colors = byTheme[theme]
      if (!colors) throw new SchemaError(FILE, `upColors/${pair}`, `has no colours for the theme ${theme}`)
      const selector = `html[data-up-color='${pair}'][data-theme='${theme}']`
      const selectors =
        p === 0
          ? [t === 0 ? ':root' : `html[data-theme='${theme}']`, selector]
          : t === 0
            ? [selector, `html[data-up-color='${pair}']:not([data-theme])`]
            : [selector]
      css += block(selectors, `upColors/${pair}/${theme}`, colors)
    }
  }
  return new Map([['src/generated/tokens.css', css]])
}
