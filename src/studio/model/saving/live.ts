import type { Conflict } from '../../api.ts'
import { mergeTexts } from '../../merge/merge.ts'

type Files = Readonly<Record<string, string>>

/** Effects of another publication on the files here. */
export interface LiveChange {
  /** Files that are not changed here: their text that is live now; null: deleted. */
  taken: Record<string, string | null>
  /** Files that are changed here at other paths: the text with the changes of both. */
  joined: Record<string, string>
  /** Files that have the text already that is live now. */
  same: string[]
  /** Files that are changed here at the same paths. */
  conflicts: Conflict[]
}

/** Compares what was live, what is live now, and the files here; `baseOf` is the published text that a change here has started from, which may be older. */
export function rebaseOnLive(
  before: Files,
  now: Files,
  files: Files,
  baseOf: (path: string) => string | null,
): LiveChange {
  const result: LiveChange = { taken: {}, joined: {}, same: [], conflicts: [] }
  for (const path of new Set([...Object.keys(before), ...Object.keys(now), ...Object.keys(files)])) {
    const [base, mine, theirs] = [baseOf(path), files[path] ?? null, now[path] ?? null]
    if (theirs === (before[path] ?? null) && theirs === base) continue
    if (mine === (before[path] ?? null) && mine === base) result.taken[path] = theirs
    else if (mine === theirs) result.same.push(path)
    else {
      const merged = mergeTexts(base, mine, theirs)
      if (merged && merged.clashes.length === 0) result.joined[path] = merged.text
      else result.conflicts.push({ path, base, mine, theirs })
    }
  }
  return result
}
