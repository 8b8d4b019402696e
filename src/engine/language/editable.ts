/** Files that authors change; the others are code of the program, and are shown for reading. */
export const EDITABLE = /^(screens|fixtures|locales|schemas\/forms)\//
