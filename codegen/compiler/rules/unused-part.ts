import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { member } from '../source/source.ts'

const rule: Rule = {
  meta: {
    name: 'unused-part',
    severity: 'warning',
    hiddenBy: 'project',
    doc: 'A part is used by a screen or by another part.',
  },
  on: {
    project({ hasUnparsedFiles, sources, screens, parts }, report) {
      if (hasUnparsedFiles) return
      const used = new Set([...screens, ...parts.values()].flatMap((screen) => [...screen.used.parts]))
      for (const id of parts.keys()) {
        const source = sources.get(`screens/parts/${id}.json`)
        const at = member(source?.root, 'id')
        if (!used.has(id) && source && at) report(unused(id), source, at, 'id')
      }
    },
  },
}
export default rule

const unused = (id: string): Report => ({
  code: 'unused',
  params: { id },
})
