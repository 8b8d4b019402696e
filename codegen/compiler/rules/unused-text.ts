import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { memo } from '../source/memo.ts'
import { members } from '../source/source.ts'
import type { Source } from '../source/source.ts'
import { baseKey } from '../locales/texts.ts'
import { usedTexts } from '../locales/usedTexts.ts'

const rule: Rule = {
  meta: {
    name: 'unused-text',
    severity: 'warning',
    hiddenBy: 'project',
    follows: {
      // A text of a branch that is never taken is not used.
      'constant-condition': 'project',
      // A text of an answer that is not read is not used.
      'unused-answer': 'project',
    },
    doc: 'A text is used by a screen, a widget, an action, a form or a reply of the server.',
  },
  on: {
    project(project, report) {
      const source = project.sources.get('locales/en.json')
      if (project.hasUnparsedFiles || !source) return
      const used = usedTexts(project)
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
