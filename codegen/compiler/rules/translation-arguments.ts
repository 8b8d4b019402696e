import type { Rule } from '../rule.ts'
import type { Cause, Report } from '../source/findings/diagnostics.ts'
import { renameTo } from '../source/names/nearest.ts'
import { argumentsOf, baseKey, PLURAL } from '../locales/texts.ts'

const rule: Rule = {
  meta: {
    name: 'translation-arguments',
    severity: 'error',
    follows: {
      // A placeholder with one brace is no argument.
      'text-edges': 'near',
    },
    doc: 'A translation has the same arguments as the source language.',
  },
  on: {
    locale({ entries, english }, report) {
      if (!english) return
      const expected = new Map<string, Set<string>>()
      for (const [key, { text }] of english) {
        const all = expected.get(baseKey(key)) ?? new Set()
        for (const arg of argumentsOf(text)) all.add(arg)
        expected.set(baseKey(key), all)
      }
      for (const [key, { value, text }] of entries) {
        const args = expected.get(baseKey(key))
        if (!args) continue
        const given = argumentsOf(text)
        const unknown = [...given].filter((arg) => !args.has(arg))
        // A plural form may write the number as a word.
        const missing = [...args].filter((arg) => !given.has(arg) && !(arg === 'count' && PLURAL.test(key)))
        const [wrong, right] = [unknown[0], missing[0]]
        if (wrong !== undefined && right !== undefined && unknown.length === 1 && missing.length === 1)
          report(otherArgument(wrong, right, baseKey(key)), value, key)
        else {
          for (const arg of unknown) report(noArgument(arg, args, baseKey(key)), value, key)
          for (const arg of missing) report(argumentMissing(arg, baseKey(key)), value, key)
        }
      }
    },
  },
}
export default rule

/** The same difference in several languages comes from the source language. */
const causeOf = (key: string, ...names: readonly string[]): Cause => ({
  name: `arguments of ${key}: ${names.join(' ')}`,
  within: 'project',
})

const otherArgument = (wrong: string, right: string, key: string): Report => ({
  cause: causeOf(key, wrong, right),
  code: 'otherArgument',
  params: { wrong, right },
  suggestion: renameTo(wrong, right),
})

const noArgument = (name: string, names: ReadonlySet<string>, key: string): Report => ({
  code: names.size === 0 ? 'noArguments' : 'noArgument',
  params: { name, names: [...names].map((argument) => `{{${argument}}}`).join(' or ') },
  cause: causeOf(key, name),
})

const argumentMissing = (name: string, key: string): Report => ({
  cause: causeOf(key, name),
  code: 'argumentMissing',
  params: { name },
})
