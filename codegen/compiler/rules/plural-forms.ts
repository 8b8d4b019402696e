import type { Rule, LocaleEntry } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { baseKey, PLURAL } from '../locales/texts.ts'

const rule: Rule = {
  meta: {
    name: 'plural-forms',
    severity: 'error',
    doc: 'A text with a count has every plural form of its language.',
  },
  on: {
    locale({ language, entries, marks }, report) {
      const groups = new Map<string, { forms: Set<string>; first: LocaleEntry }>()
      for (const [key, entry] of entries) {
        const form = PLURAL.exec(key)?.[1]
        if (form === undefined) continue
        const group = groups.get(baseKey(key)) ?? { forms: new Set<string>(), first: entry }
        group.forms.add(form)
        groups.set(baseKey(key), group)
      }
      const needed = pluralCategories(language)
      for (const [key, { forms, first }] of groups) {
        const missing = needed.filter((form) => !forms.has(form) && !marks.has(`${key}_${form}`))
        if (missing.length > 0) report(lacks(key, missing), first.key, key)
      }
    },
  },
}
export default rule

/** The plural forms of a language; none for an invalid language tag. */
function pluralCategories(language: string): string[] {
  try {
    return new Intl.PluralRules(language).resolvedOptions().pluralCategories
  } catch {
    return []
  }
}

const lacks = (key: string, missing: readonly string[]): Report => ({
  code: 'lacks',
  params: { key, count: missing.length, forms: missing.map((form) => `_${form}`).join(', ') },
})
