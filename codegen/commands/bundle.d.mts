export declare function loadBundle(
  entry: string,
  options?: { root?: string; folder?: string },
): Promise<Record<string, unknown>>
export declare function runBundle(entry: string, args: readonly string[]): Promise<boolean>
