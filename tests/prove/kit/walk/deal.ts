import type { Stop } from '../../../e2e/kit/catalogue.ts'
import type { Random } from '../random.ts'

export const THEMES = ['dark', 'light'] as const
export type Theme = (typeof THEMES)[number]

/** Screens to be walked one after another in one language. */
export interface Way {
  lang: string
  stops: Stop[]
  /** The theme in which a screen is checked first. */
  themeOf: ReadonlyMap<string, Theme>
}

/**
 * Distributes the screens so that each is walked in `each` of the languages, and every language has its share, half in either theme.
 * The same random numbers give the same distribution; with `each` equal to the number of languages, everything is walked in all of them.
 */
export function distributeRoutes(
  stops: readonly Stop[],
  languages: readonly string[],
  each: number,
  random: Random,
): Way[] {
  const [screens, order] = [random.shuffled(stops), random.shuffled(languages)]
  return order.map((lang, at) => {
    const own = screens.filter((_, index) =>
      Array.from({ length: Math.min(each, order.length) }, (_one, round) => (index + round) % order.length).includes(
        at,
      ),
    )
    return { lang, stops: own, themeOf: new Map(own.map(({ route }, index) => [route, THEMES[index % 2] as Theme])) }
  })
}
