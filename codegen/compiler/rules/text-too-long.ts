import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { displayWidth } from '../locales/displayWidth.ts'
import { APP_SHELL, widthLimits, type WidthLimit } from '../accessibility/widthLimits.ts'
import { memo } from '../source/memo.ts'
import type { Source } from '../source/source.ts'
import { members } from '../source/source.ts'
import { PLURAL } from '../locales/texts.ts'

const rule: Rule = {
  meta: {
    name: 'text-too-long',
    severity: 'error',
    doc: 'A text fits the width of its control in every language.',
  },
  on: {
    project(project, report) {
      const limits = widthLimits(project, project.sources.get(APP_SHELL))
      if (limits.size === 0) return
      for (const [file, source] of project.sources) {
        if (!/^locales\/[^/]+\.json$/.test(file)) continue
        for (const { name, key, value, columns } of textsOf(source)) {
          const limit = limits.get(name) ?? limits.get(key)
          if (limit && columns > limit.columns) report(tooWide(columns, limit, name), source, value, name)
        }
      }
    },
  },
}
export default rule

/** A text that is too long in several languages is one finding: another text is meant, or a shorter one in all of them. */
const tooWide = (columns: number, limit: WidthLimit, key: string): Report => ({
  cause: { name: `too long ${key}`, within: 'project' },
  code: 'tooWide',
  params: { columns, columns2: limit.columns, where: limit.where },
})

/** The texts of a language, with their keys without plural form and their display widths. */
const textsOf = memo((source: Source) =>
  members(source.root)
    .filter(({ value }) => value.type === 'string')
    .map(({ name, value }) => ({
      name,
      key: name.replace(PLURAL, ''),
      value,
      columns: displayWidth(String(value.value)),
    })),
)
