/** The tokens that a style sheet uses for each kind of paint, read from its text. */
export interface Paint {
  /** Tokens of words and icons, of lines and edges, of grounds. */
  front: Set<string>
  edge: Set<string>
  back: Set<string>
  /** Words and ground of one rule, "text on surface". */
  pairs: Set<string>
}

interface Rule {
  selector: string
  declared: [property: string, value: string][]
}

const FRONT = /^(color|fill|stroke|stop-color|caret-color|-webkit-text-fill-color|text-decoration-color)$/
const EDGE = /^(border(-[\w-]+)?|outline(-color)?|box-shadow)$/
const BACK = /^(background|background-color)$/

const rulesOf = (css: string): Rule[] =>
  [...css.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(
    ([, selector = '', body = '']) => ({
      selector: selector.trim(),
      declared: body.split(';').flatMap((line): [string, string][] => {
        const [, property, value] = /^\s*([\w-]+)\s*:\s*([\s\S]+)$/.exec(line) ?? []
        return property === undefined || value === undefined ? [] : [[property, value.trim()]]
      }),
    }),
  )

const named = (value: string): string[] => [...value.matchAll(/var\(--([\w-]+)/g)].map((match) => match[1] ?? '')

/** A variable of the sheet has every value that its rules set; two variables of one rule belong together. */
export function paintOf(css: string): Paint {
  const rules = rulesOf(css)
  const paint: Paint = { front: new Set(), edge: new Set(), back: new Set(), pairs: new Set() }
  const givers = rules.map(
    ({ declared }) =>
      new Map(
        declared
          .filter(([property]) => property.startsWith('--'))
          .map(([property, value]) => [property.slice(2), value]),
      ),
  )
  const defaults = new Map(givers.toReversed().flatMap((giver) => [...giver]))
  const settings = [defaults, ...givers.filter(({ size }) => size > 0).map((giver) => new Map([...defaults, ...giver]))]
  const tokens = (value: string, setting: ReadonlyMap<string, string>, depth = 0): string[] =>
    named(value).flatMap((name) =>
      setting.has(name) && depth < 4 ? tokens(setting.get(name) ?? '', setting, depth + 1) : [name],
    )
  for (const { declared } of rules) {
    for (const setting of settings) {
      const fronts = declared.flatMap(([property, value]) => (FRONT.test(property) ? tokens(value, setting) : []))
      const backs = declared.flatMap(([property, value]) => (BACK.test(property) ? tokens(value, setting) : []))
      for (const [property, value] of declared)
        if (EDGE.test(property)) for (const token of tokens(value, setting)) paint.edge.add(token)
      for (const front of fronts) paint.front.add(front)
      for (const back of backs) paint.back.add(back)
      const words = declared.flatMap(([property, value]) => (property === 'color' ? tokens(value, setting) : []))
      for (const word of words) for (const back of backs) paint.pairs.add(`${word} on ${back}`)
    }
  }
  return paint
}
