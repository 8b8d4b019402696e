export interface LoadedBundle {
  exports: Record<string, unknown>
  saveBytecode(): void
}
export declare function loadBundle(entry: string, options?: { root?: string; folder?: string }): Promise<LoadedBundle>
export declare function runBundle(entry: string, args: readonly string[]): Promise<boolean>
