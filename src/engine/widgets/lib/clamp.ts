/** Clamps a value to a range: the compiler checks the type of an expression, not its range. */
export const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value))
