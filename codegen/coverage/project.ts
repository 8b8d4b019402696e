import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Read access to the files of the project, for finding evidence. */
export interface Project {
  /** Paths under a folder, or the file itself, that end so. */
  files(under: string, end?: string): readonly string[]
  text(path: string): string
  json(path: string): Json | null
  /** The first file under the path (`folder#word` or `file#word`) that contains the word. */
  findFileContaining(evidence: string, end?: string): string | null
}

export type Json = { readonly [name: string]: unknown }

const CODE = /\.(ts|tsx|json|mjs)$/

/** Opens the project at `root`. Files are read on demand and cached, so later changes on the disk are not seen. */
export function openProject(root: string): Project {
  const texts = new Map<string, string>()
  const lists = new Map<string, readonly string[]>()

  function walk(path: string): readonly string[] {
    const full = join(root, path)
    if (!existsSync(full)) return []
    if (statSync(full).isFile()) return [path]
    return readdirSync(full, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? walk(`${path}/${entry.name}`) : CODE.test(entry.name) ? [`${path}/${entry.name}`] : [],
    )
  }

  const project: Project = {
    files(under, end = '') {
      const known = lists.get(under) ?? walk(under).toSorted()
      lists.set(under, known)
      return known.filter((path) => path.endsWith(end))
    },
    text(path) {
      const known = texts.get(path) ?? (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '')
      texts.set(path, known)
      return known
    },
    json(path) {
      const text = project.text(path)
      return text === '' ? null : (JSON.parse(text) as Json)
    },
    findFileContaining(evidence, end) {
      const [under = '', word = ''] = evidence.split('#', 2)
      return project.files(under, end).find((path) => project.text(path).includes(word)) ?? null
    },
  }
  return project
}
