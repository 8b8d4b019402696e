export declare function ensureInstalled(options?: { development?: boolean }): Promise<void>
