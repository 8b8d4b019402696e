import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { OPERATOR_FILE } from '../locales/localeFiles.ts'
import type { JsonNode } from '../source/source.ts'
import { itemsOf, member } from '../source/source.ts'
import { baseKey } from '../locales/texts.ts'

const rule: Rule = {
  meta: {
    name: 'missing-translation',
    severity: 'error',
    doc: 'Every language has exactly the texts of the source language; a partly translated one has marks for those that it lacks.',
  },
  on: {
    locale({ entries, marks, english, end }, report) {
      if (!english) return
      const [expected, given] = [english, entries].map((texts) => new Set([...texts.keys()].map(baseKey)))
      if (marks.size === 0) for (const key of expected ?? []) if (!given?.has(key)) report(notTranslated(key), end, key)
      for (const [key, { key: at }] of entries)
        if (!expected?.has(baseKey(key))) report(notInSource(baseKey(key)), at, key)
    },
    project({ sources }, report) {
      const source = sources.get(OPERATOR_FILE)
      if (!source) return
      const path = ['properties', 'languages', 'items', 'enum']
      for (const offered of itemsOf(path.reduce<JsonNode | undefined>((at, name) => member(at, name), source.root))) {
        const language = String(offered.value)
        if (!sources.has(`locales/${language}.json`)) report(noLocale(language), source, offered, path.join('/'))
      }
    },
  },
}
export default rule

const notTranslated = (key: string): Report => ({
  code: 'notTranslated',
  params: { key },
})

const notInSource = (key: string): Report => ({
  code: 'notInSource',
  params: { key },
})

const noLocale = (language: string): Report => ({
  code: 'noLocale',
  params: { language },
})
