import type { Rule } from '../rule.ts'
import type { ThemeColors } from '../accessibility/contrast.ts'
import { measure, readColor, readTokens, themesOf } from '../accessibility/contrast.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { didYouMean } from '../source/names/nearest.ts'
import type { JsonNode, Source } from '../source/source.ts'
import { itemsOf, member } from '../source/source.ts'

const rule: Rule = {
  meta: {
    name: 'contrast',
    severity: 'error',
    doc: 'Every pair of colours has the contrast that WCAG 2 requires, in each theme and each choice of up and down colours.',
  },
  on: {
    project({ sources }, report) {
      const source = sources.get('schemas/tokens.json')
      if (!source) return
      const findings = findingsCache.get(source) ?? findingsOf(source)
      findingsCache.set(source, findings)
      for (const { finding, at, path } of findings) report(finding, source, at, path)
    },
  },
}
export default rule

const noColor = (token: string, tokens: Iterable<string>): Report => ({
  code: 'noColor',
  params: { token },
  suggestion: didYouMean(token, tokens),
})

const tooLow = (foreground: string, back: string, ratio: number, theme: string, needed: number): Report => ({
  code: 'tooLow',
  params: { foreground, back, ratio: ratio.toFixed(2), theme, needed },

  cause: { name: `contrast ${foreground}`, subject: `"${back}"` },
})

interface Found {
  finding: Report
  at: JsonNode
  path: string
}

const findingsCache = new WeakMap<Source, readonly Found[]>()

function findingsOf(source: Source): readonly Found[] {
  const tokens = readTokens(source)
  if (!tokens) return []
  const themes = themesOf(tokens)
  return itemsOf(member(source.root, 'contrast')).flatMap((entry, index) =>
    itemsOf(member(entry, 'front')).flatMap((foreground, position) =>
      itemsOf(member(entry, 'back')).flatMap(
        (back) =>
          checkPair(
            foreground,
            back,
            Number(member(entry, 'ratio')?.value),
            `contrast/${index}/front/${position}`,
            themes,
          ) ?? [],
      ),
    ),
  )
}

function checkPair(
  foreground: JsonNode,
  back: JsonNode,
  needed: number,
  path: string,
  themes: readonly ThemeColors[],
): Found | undefined {
  const [name, ground] = [String(foreground.value), String(back.value)]
  const known = themes[0]?.tokens ?? {}
  for (const [token, at] of [[name, foreground], ...ground.split('+').map((part) => [part, back] as const)] as const)
    if (!readColor(known[token] ?? '')) return { finding: noColor(token, Object.keys(known)), at, path }
  let lowest: { ratio: number; theme: string } | undefined
  for (const theme of themes) {
    const ratio = measure(name, ground, theme)
    if (ratio !== undefined && ratio < needed && (!lowest || ratio < lowest.ratio))
      lowest = { ratio, theme: theme.name }
  }
  return lowest && { finding: tooLow(name, ground, lowest.ratio, lowest.theme, needed), at: foreground, path }
}
