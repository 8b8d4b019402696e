export declare const root: string
export declare const tsx: string[]
export declare function run(command: string, args: string[], options?: object): number
export declare function ensureInstalled(): void
export declare function ensureChromium(): string
export declare function findChromium(): string | undefined
export declare function isBuildStale(): boolean
