export const keptCalls: readonly string[] = []
