const FILE = /^src\/widgets\/Form\/fields\/(\w+)(?:\.lazy)?\.tsx$/
/** Filled by the screen, and drawn by nothing. */
const GIVEN = 'given'

/** The kinds of fields that there are with these files. */
export const fieldKinds = (files: Iterable<string>): string[] => [GIVEN, ...[...files].flatMap((file) => FILE.exec(file)?.[1] ?? [])].toSorted()
