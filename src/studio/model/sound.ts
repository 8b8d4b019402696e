import { parseTree, type ParseError } from 'jsonc-parser'
import type { History } from './history.ts'

/** Whether a text is a JSON object, so that its members can be shown and changed one by one. */
export function isSound(text: string): boolean {
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { allowTrailingComma: true })
  return errors.length === 0 && root?.type === 'object'
}

/** The last text of a file that is a JSON object, from the steps of undo, else the published one. */
export function lastSound(
  file: string,
  { entries, done }: History,
  published: Readonly<Record<string, string>>,
): string | undefined {
  for (const { changes } of entries.slice(0, done).toReversed()) {
    const before = changes.find(({ path }) => path === file)?.before
    if (typeof before === 'string' && isSound(before)) return before
  }
  return published[file]
}
