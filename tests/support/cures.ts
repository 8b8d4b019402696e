import type { Diagnostic } from '../../codegen/compile/diagnostics.ts'
import { cureOf } from '../../src/studio/make/cures.ts'
import type { Sources } from '../../src/studio/make/display.ts'

/** Presses the first cure that a problem of a text has, until none has one. Returns the text then, and the titles of what was pressed. */
export function pressCures(
  text: string,
  problemsOf: (text: string) => readonly Diagnostic[],
  sources: Sources,
): { text: string; pressed: string[] } {
  let current = text
  const pressed: string[] = []
  for (let count = 0; count < 8; count += 1) {
    const cure = problemsOf(current)
      .map((one) => cureOf(one, current, sources))
      .find((one) => one !== undefined)
    if (!cure) break
    pressed.push(cure.title)
    current = cure.text
  }
  return { text: current, pressed }
}
