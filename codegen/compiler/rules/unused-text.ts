import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { memo } from '../source/memo.ts'
import { members } from '../source/source.ts'
import type { Source } from '../source/source.ts'
import { baseKey } from '../locales/texts.ts'

const rule: Rule = {
  meta: {
    name: 'unused-text',
    severity: 'warning',
    hiddenBy: 'project',
    follows: { 'constant-condition': 'project', 'unused-answer': 'project' },
    doc: 'A text is used by a screen, a widget, an action, a form or a reply of the server.',
  },
  on: {
    project({ hasUnparsedFiles, sources, screens, parts, contract, shellTexts }, report) {
      const source = sources.get('locales/en.json')
      if (hasUnparsedFiles || !source) return
      const used = new Set(shellTexts)
      for (const screen of [...screens, ...parts.values()]) for (const text of screen.used.texts) used.add(text)
      for (const { texts } of [...contract.widgets.values(), ...contract.actions.values(), ...contract.forms.values()])
        for (const text of texts) used.add(text)
      for (const [file, prefix] of [
        ['schemas/errors.json', 'error'],
        ['schemas/successes.json', 'success'],
      ] as const) {
        for (const { name } of members(sources.get(file)?.root)) used.add(`${prefix}.${name}`)
      }
      // A code that is missing in errors.json, and that a call answers with, is reported there: its text is no remnant.
      for (const { errors } of contract.calls.values()) for (const code of errors) used.add(`error.${code}`)
      for (const { base, name, key } of textsOf(source)) if (!used.has(base)) report(unused(name), source, key, name)
    },
  },
}
export default rule

/** The texts of a language, with their keys without plural form. */
const textsOf = memo((source: Source) =>
  members(source.root).map(({ name, key }) => ({ base: baseKey(name), name, key })),
)

const unused = (key: string): Report => ({
  code: 'unused',
  params: { key },
})
