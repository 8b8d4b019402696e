/** Padding above and below, so that the stroke is not cut. */
const EDGE = 2

/** Points of an SVG polyline, first value at x = 0, last at x = width; '' for fewer than two values. Values that are no finite numbers are left out. Pixels, so binary numbers will do. */
export function polylinePoints(values: readonly string[], width: number, height: number): string {
  const numbers = values.map(Number).filter(Number.isFinite)
  if (numbers.length < 2) return ''
  const low = Math.min(...numbers)
  const span = Math.max(...numbers) - low
  if (!Number.isFinite(span)) return ''
  const step = width / (numbers.length - 1)
  return numbers
    .map((n, index) => {
      const y = span === 0 ? height / 2 : EDGE + (1 - (n - low) / span) * (height - 2 * EDGE)
      return `${(index * step).toFixed(1)},${y.toFixed(1)}`
    })
    .join(' ')
}

/** Returns the direction from the first to the last value; `muted` when both are equal or there are none. */
export function trend(values: readonly string[]): 'up' | 'down' | 'muted' {
  const [first, last] = [Number(values[0]), Number(values.at(-1))]
  return last > first ? 'up' : last < first ? 'down' : 'muted'
}
