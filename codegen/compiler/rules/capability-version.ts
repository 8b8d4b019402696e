import { clientManifest, readClients, surfaceChanges } from '../contract/capabilities.ts'
import type { Rule } from '../rule.ts'
import type { Contract } from '../contract/contract.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { unitFiles } from '../source/folders.ts'
import { memo } from '../source/memo.ts'
import { member } from '../source/source.ts'

const rule: Rule = {
  meta: {
    name: 'capability-version',
    severity: 'error',
    doc: 'A widget or action whose props, events, slots or arguments differ from the last release has a higher version.',
  },
  on: {
    project({ sources, contract }, report) {
      const last = readClients(sources).at(-1)
      if (!last) return
      const current = manifestOfBuild(contract)
      for (const kind of ['widgets', 'actions'] as const) {
        for (const [name, surface] of Object.entries(current[kind])) {
          const before = Object.hasOwn(last[kind], name) ? last[kind][name] : undefined
          const source = unitFiles(kind, name)
            .map((file) => sources.get(file))
            .find((item) => item !== undefined)
          if (!before || !source?.root || surface.version > before.version) continue
          const changes = surfaceChanges(before, surface)
          if (changes.length === 0) continue
          const at = member(source.root, 'version') ?? { start: source.root.offset, end: source.root.offset + 1 }
          report(sameVersion(name, last.release, before.version, changes), source, at, 'version')
        }
      }
    },
  },
}
export default rule

const manifestOfBuild = memo((contract: Contract) => clientManifest('', contract))

const sameVersion = (name: string, release: string, version: number, changes: readonly string[]): Report => ({
  code: 'sameVersion',
  params: { name, release, version, changes: changes.join(', '), version2: version + 1 },
})
