export const modes: readonly [string, ...string[]] = ['own']
