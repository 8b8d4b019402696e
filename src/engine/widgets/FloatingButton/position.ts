/** Where the button docks: the window's edge, and how far down, as a share of the window's height. */
export interface Position {
  edge: 'left' | 'right'
  down: number
}

/** Returns whether a value is a position; its share of the height must be between 0 and 1. */
export function isPosition(value: unknown): value is Position {
  if (typeof value !== 'object' || value === null || !('edge' in value) || !('down' in value)) return false
  return (
    (value.edge === 'left' || value.edge === 'right') &&
    typeof value.down === 'number' &&
    value.down >= 0 &&
    value.down <= 1
  )
}

/** The nearer edge to a button whose centre is at x, y, in a window of that size. */
export function dock(x: number, y: number, width: number, height: number): Position {
  const down = height > 0 ? y / height : 0
  return { edge: x < width / 2 ? 'left' : 'right', down: Math.min(1, Math.max(0, down)) }
}
