import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { wireChanges, type WireChange } from '../compiler/compare/wireChanges.ts'
import { contractFiles, contractVersion, readReleased } from './lib/version.ts'
import type { Files } from './lib/files.ts'

const PAGE = 'schemas/CHANGELOG.md'
const HEAD = `# Changes of the contract

For those who write clients of \`/api\` and of the live connection. The first number of a version is raised by a breaking change, the second by any other. A client ignores fields, values of
enumerations and refusals that it does not know: what is listed as an addition does not concern it. The section of the present version is generated; [how it is kept](README.md#versions).
`

/** The changes since the released version, above those of earlier versions. */
export default function changelog(root: string): Files {
  const released = readReleased(root)
  if (!released) return new Map()
  const version = contractVersion(root)
  const text = existsSync(join(root, PAGE)) ? readFileSync(join(root, PAGE), 'utf8') : ''
  const at = text.indexOf(`\n## ${released.version}\n`)
  const past = at < 0 ? `\n## ${released.version}\n\nThe first version.\n` : text.slice(at)
  const changes = wireChanges(released.files, contractFiles(root))
  return new Map([[PAGE, `${HEAD}${changes.length > 0 ? sectionOf(version, changes) : ''}${past}`]])
}

function sectionOf(version: string, changes: readonly WireChange[]): string {
  const part = (title: string, some: readonly WireChange[]): string => {
    const subjects = [...new Set(some.map(({ subject }) => subject))]
    const rows = subjects.map((subject) => {
      const sentences = some.filter((wireChange) => wireChange.subject === subject).map(({ sentence }) => sentence)
      return `- ${subject}: ${sentences.join(' ')}\n`
    })
    return rows.length > 0 ? `\n### ${title}\n\n${rows.join('')}` : ''
  }
  const [breaking, others] = [true, false].map((item) => changes.filter(({ isBreaking }) => isBreaking === item))
  return `\n## ${version}\n${part('Breaking', breaking ?? [])}${part('Additions', others ?? [])}`
}
