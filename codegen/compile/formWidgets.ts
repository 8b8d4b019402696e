import { LIBRARY_FIELDS } from '../../src/core/libraryWidgets.ts'

const FILE = /^src\/widgets\/Form\/widgets\/([\w-]+?)(?:\.lazy)?\.tsx$/
/** Set by the screen and not drawn. */
const HIDDEN = 'hidden'

/** The form widgets of these files, the hidden one, and the capability to draw with the library's own fields. */
export const formWidgets = (files: Iterable<string>): string[] =>
  [HIDDEN, LIBRARY_FIELDS, ...[...files].flatMap((file) => FILE.exec(file)?.[1] ?? [])].toSorted()
