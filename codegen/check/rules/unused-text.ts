import type { CheckingRule } from '../../compile/checkingRule.ts'
import type { Report } from '../../compile/diagnostics.ts'
import { members } from '../../compile/source.ts'
import { PLURAL } from '../../compile/texts.ts'

const rule: CheckingRule = {
  name: 'unused-text',
  severity: 'warning',
  hiddenBy: 'project',
  follows: { 'constant-condition': 'project', 'unused-answer': 'project' },
  doc: 'A text is used by a screen, a widget, an action, a form or a reply of the server.',
  project({ hasUnparsedFiles, sources, screens, parts, contract, shellTexts }, report) {
    const source = sources.get('locales/en.json')
    if (hasUnparsedFiles || !source) return
    const used = new Set(shellTexts)
    for (const one of [...screens, ...parts.values()]) for (const text of one.used.texts) used.add(text)
    for (const { texts } of [...contract.widgets.values(), ...contract.actions.values(), ...contract.forms.values()])
      for (const text of texts) used.add(text)
    for (const [file, prefix] of [
      ['schemas/errors.json', 'error'],
      ['schemas/successes.json', 'success'],
    ] as const) {
      for (const { name } of members(sources.get(file)?.root)) used.add(`${prefix}.${name}`)
    }
    for (const { name, key } of members(source.root))
      if (!used.has(name.replace(PLURAL, ''))) report(unused(name), source, key, name)
  },
}
export default rule

const unused = (key: string): Report => ({
  rule,
  message: `Nothing shows the text "${key}".`,
  suggestion: 'Show it, or remove it from all languages.',
})
