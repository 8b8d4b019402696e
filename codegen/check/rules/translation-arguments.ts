import type { CheckingRule } from '../../compile/checkingRule.ts'
import type { Report } from '../../compile/diagnostics.ts'
import { argumentsOf, baseKey, PLURAL } from '../../compile/texts.ts'

const rule: CheckingRule = {
  name: 'translation-arguments',
  severity: 'error',
  doc: 'A translation has the same arguments as the source language.',
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
      for (const arg of given) if (!args.has(arg)) report(noArgument(arg), value, key)
      for (const arg of args)
        // A plural form may write the number as a word.
        if (!given.has(arg) && !(arg === 'count' && PLURAL.test(key))) report(argumentMissing(arg), value, key)
    }
  },
}
export default rule

const noArgument = (name: string): Report => ({
  rule,
  message: `The source language names no argument "${name}" here.`,
})

const argumentMissing = (name: string): Report => ({
  rule,
  message: `The argument "${name}" is missing in this translation.`,
})
