import { existsSync, statSync, watch } from 'node:fs'
import type { FSWatcher } from 'node:fs'
import { join } from 'node:path'
import type { Diagnostic } from '../compiler/source/findings/diagnostics.ts'
import { productCompiler } from '../product.ts'
import { FOLDERS, projectFiles, readText } from './load.ts'
import { report } from '../../src/engine/language/report.ts'

/** The result of a save. */
export interface WatchChange {
  /** Paths of changed, new or removed files; empty for the first check. */
  saved: string[]
  /** Added and removed findings; a finding that only moved is neither. */
  added: Diagnostic[]
  removed: Diagnostic[]
  /** All findings of each file whose findings changed in position or message. */
  files: Record<string, Diagnostic[]>
  diagnostics: readonly Diagnostic[]
  /** Time from the file event to the result. */
  milliseconds: number
}

/** Debounce of file events, in milliseconds: editors write a file in several steps. */
const DEBOUNCE_MS = 10
/** Poll interval in milliseconds: finds changes without a file event (a created folder, a file system without events). */
const POLL_MS = 1000

/** Checks a project after each change of its files. Returns a function that stops watching. */
export function watchProject(root: string, onChange: (change: WatchChange) => void): () => void {
  const compiler = productCompiler()
  const stamps = new Map<string, string>()
  const files = new Map<string, string>()
  const watchers = new Map<string, FSWatcher>()
  let last: readonly Diagnostic[] = []
  let debounceTimer: ReturnType<typeof setTimeout> | undefined
  let firstEventAt = 0

  const listen = (): void => {
    for (const folder of FOLDERS) {
      // A folder that does not exist yet is found by a later poll.
      if (watchers.has(folder) || !existsSync(join(root, folder))) continue
      try {
        const watcher = watch(join(root, folder), { recursive: true }, onFileEvent)
        const forget = (): void => {
          watcher.close()
          watchers.delete(folder)
        }
        watcher.on('error', forget)
        watchers.set(folder, watcher)
      } catch (error) {
        // The next poll tries again.
        report(error, 'watch a folder')
      }
    }
  }
  const onFileEvent = (): void => {
    if (firstEventAt === 0) firstEventAt = performance.now()
    clearTimeout(debounceTimer)
    debounceTimer = setTimeout(pollChanges, DEBOUNCE_MS)
  }
  const pollChanges = (): void => {
    const started = firstEventAt === 0 ? performance.now() : firstEventAt
    firstEventAt = 0
    const saved = readChanged()
    if (saved.length > 0) recheck(saved, started)
  }
  /** Reads the files whose stamp changed. */
  const readChanged = (): string[] => {
    const seen = new Set(projectFiles(root))
    const saved: string[] = []
    for (const path of seen) {
      const stamp = stampOf(join(root, path))
      if (stamp === stamps.get(path)) continue
      const text = readText(root, path)
      if (stamp === undefined || text === undefined) {
        seen.delete(path)
        continue
      }
      stamps.set(path, stamp)
      if (text === files.get(path)) continue
      files.set(path, text)
      saved.push(path)
    }
    for (const path of files.keys()) {
      if (seen.has(path)) continue
      files.delete(path)
      stamps.delete(path)
      saved.push(path)
    }
    return saved.toSorted()
  }
  const recheck = (saved: string[], started: number): void => {
    const { diagnostics } = compiler.check(files)
    const change = difference(last, diagnostics)
    last = diagnostics
    onChange({ saved, ...change, diagnostics, milliseconds: performance.now() - started })
  }

  const started = performance.now()
  listen()
  readChanged()
  recheck([], started)
  const pollTimer = setInterval(() => {
    listen()
    pollChanges()
  }, POLL_MS)
  return () => {
    clearInterval(pollTimer)
    clearTimeout(debounceTimer)
    for (const watcher of watchers.values()) watcher.close()
  }
}

function stampOf(path: string): string | undefined {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stat && `${stat.mtimeNs} ${stat.size} ${stat.ino}`
}

const keyOf = ({ rule, file, path, message }: Diagnostic): string => `${rule}\n${file}\n${path}\n${message}`

/**
 * Compares two results of the check. `files` has all findings of each changed file, an empty list for a file without any.
 * A finding that only moves is in `files`, but neither added nor removed.
 */
export function difference(
  before: readonly Diagnostic[],
  after: readonly Diagnostic[],
): Pick<WatchChange, 'added' | 'removed' | 'files'> {
  const [previous, current] = [group(before), group(after)]
  const files: WatchChange['files'] = {}
  for (const file of new Set([...previous.keys(), ...current.keys()])) {
    const findings = current.get(file) ?? []
    if (JSON.stringify(findings) !== JSON.stringify(previous.get(file) ?? [])) files[file] = findings
  }
  return { added: surplus(after, before), removed: surplus(before, after), files }
}

function group(all: readonly Diagnostic[]): Map<string, Diagnostic[]> {
  const out = new Map<string, Diagnostic[]>()
  for (const item of all) out.set(item.file, [...(out.get(item.file) ?? []), item])
  return out
}

/** The findings that occur less often in `others`. */
function surplus(all: readonly Diagnostic[], others: readonly Diagnostic[]): Diagnostic[] {
  const remaining = new Map<string, number>()
  for (const other of others) remaining.set(keyOf(other), (remaining.get(keyOf(other)) ?? 0) + 1)
  return all.filter((diagnostic) => {
    const count = remaining.get(keyOf(diagnostic)) ?? 0
    remaining.set(keyOf(diagnostic), count - 1)
    return count <= 0
  })
}
