/** Clamps a value to a range: the compiler checks the type of an expression, not its range. */
export const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))
