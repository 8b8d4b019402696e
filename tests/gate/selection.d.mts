export interface Selection {
  parts: string[]
  files: string[]
  unknown: string[]
}
export declare function select(
  words: readonly string[],
  partNames: readonly string[],
  testFiles: readonly string[],
): Selection
