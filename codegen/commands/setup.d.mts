export declare const root: string
export declare const tsx: string[]
export declare function run(command: string, args: string[], options?: object): number
export declare function start(
  command: string,
  args: string[],
  options?: object,
): Promise<{ status: number; output: string }>
export declare function stop(message: string): never
export declare function ensureChromium(): string
export declare function findChromium(): string | undefined
export declare function ensureProofPrograms(): void
export declare function isBuildStale(): boolean
