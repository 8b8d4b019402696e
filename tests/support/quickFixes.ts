import type { Diagnostic } from '../../codegen/compiler/source/findings/diagnostics.ts'
import { quickFixOf } from '../../src/studio/make/quickFixes.ts'
import type { Sources } from '../../src/studio/make/display.ts'

/** Presses the first quick fix that a problem of a text has, until none has one. Returns the text then, and the titles of what was pressed. */
export function pressQuickFixes(
  text: string,
  problemsOf: (text: string) => readonly Diagnostic[],
  sources: Sources,
): { text: string; pressed: string[] } {
  let current = text
  const pressed: string[] = []
  for (let count = 0; count < 8; count += 1) {
    const fix = problemsOf(current)
      .map((problem) => quickFixOf(problem, current, sources))
      .find((quickFix) => quickFix !== undefined)
    if (!fix) break
    pressed.push(fix.title)
    current = fix.text
  }
  return { text: current, pressed }
}
