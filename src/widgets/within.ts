/** The nearest value that a widget can draw: what an expression gives is known by its type, not by its range. */
export const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))
