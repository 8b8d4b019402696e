import { createRequire } from 'node:module'
import { decimalMark, groupMark, createFormatter, withMinus } from '../../../src/engine/language/values/formatter.ts'
import type { ProofOptions, ProofResult } from '../kit/proof.ts'

export const about =
  'plurals and numbers of the ten languages are those of the Unicode CLDR (npm: cldr-core, cldr-numbers-full of the version of Intl)'
/** All cases in each run. The gate has none: the packages are those of the version of Intl, which is that of Node.js. */
export const runs = { full: 1, short: 0 }

/** Languages of the app, with their names in CLDR. */
const LANGUAGES: Readonly<Record<string, string>> = {
  en: 'en',
  'zh-Hans': 'zh',
  'zh-Hant': 'zh-Hant',
  ja: 'ja',
  ko: 'ko',
  de: 'de',
  fr: 'fr',
  es: 'es',
  pt: 'pt',
  ar: 'ar',
}
/** Intended differences, with their reasons. */
const DIFFERENT: Readonly<Record<string, string>> = {}

const require = createRequire(import.meta.url)
const read = (file: string): unknown => {
  try {
    return require(file)
  } catch {
    return null
  }
}
interface Plurals {
  supplemental: { 'plurals-type-cardinal': Record<string, Record<string, string>> }
}
interface Numbers {
  main: Record<string, { numbers: Record<string, Record<string, string>> }>
}
const plurals = read('cldr-core/supplemental/plurals.json') as Plurals | null
const numbersOf = (lang: string): Numbers | null =>
  read(`cldr-numbers-full/main/${LANGUAGES[lang] ?? lang}/numbers.json`) as Numbers | null

export const missing = (): string | null =>
  plurals === null || numbersOf('en') === null ? 'packages cldr-core and cldr-numbers-full not installed' : null

/** The samples of a plural rule: "n = 1 @integer 1 @decimal 1.0". Numbers with a compact exponent are none of the app's. */
const samplesOf = (rule: string): string[] =>
  [...rule.matchAll(/@(?:integer|decimal) ([^@]*)/g)].flatMap(([, list = '']) =>
    list.split(',').flatMap((part) => {
      const text = part.trim()
      if (text === '' || text === '…' || /[ce]/.test(text)) return []
      return text.includes('~') ? text.split('~') : [text]
    }),
  )

/** Compares Intl and the formatter of the app with CLDR. Fails if one differs without a reason. */
export function prove({ log }: ProofOptions): Promise<ProofResult> {
  let [cases, agree, differ, explained] = [0, 0, 0, 0]
  const compare = (name: string, got: unknown, want: unknown): void => {
    cases += 1
    if (got === want) agree += 1
    else if (DIFFERENT[name] !== undefined) explained += 1
    else {
      differ += 1
      log(`${name}: ${JSON.stringify(got)}, CLDR has ${JSON.stringify(want)}`)
    }
  }
  for (const [lang, tag] of Object.entries(LANGUAGES)) {
    const rules =
      plurals?.supplemental['plurals-type-cardinal'][tag] ??
      plurals?.supplemental['plurals-type-cardinal'][tag.slice(0, 2)] ??
      {}
    for (const [rule, text] of Object.entries(rules)) {
      const category = rule.replace('pluralRule-count-', '')
      for (const sample of samplesOf(text)) {
        const digits = sample.split('.')[1]?.length ?? 0
        const plural = new Intl.PluralRules(lang, { minimumFractionDigits: digits, maximumFractionDigits: digits })
        compare(`plural of ${sample} in ${lang}`, plural.select(Number(sample)), category)
      }
    }
    const numbers = numbersOf(lang)?.main[tag]?.numbers['symbols-numberSystem-latn']
    compare(`decimal mark of ${lang}`, decimalMark(lang), numbers?.decimal)
    compare(`group mark of ${lang}`, groupMark(lang), numbers?.group)
    const format = createFormatter(lang, (key) => key)
    const [group = '', decimal = ''] = [numbers?.group, numbers?.decimal]
    for (const [value, groups, fraction] of [
      ['1234.5', ['1', '234'], '5'],
      ['1234567.25', ['1', '234', '567'], '25'],
      ['999', ['999'], ''],
    ] as const) {
      const written = groups.join(group) + (fraction && `${decimal}${fraction}`)
      compare(`${value} in ${lang}`, format.number(value), written)
      const minus = numbers?.minusSign ?? '-'
      compare(`-${value} in ${lang}`, format.number(`-${value}`), withMinus(`${minus}${written}`))
    }
  }
  return Promise.resolve({ ok: differ === 0 && cases > 250, figures: { cases, agree, differ, explained } })
}
