export declare const LEFT_OUT: Readonly<Record<string, number>>
export declare function isLeftOut(name: string): boolean
export declare function leftOutLine(
  parts: readonly string[],
  suites: readonly { name: string; files: readonly string[] }[],
): string
