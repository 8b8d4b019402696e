/** The path of a disc. */
export const disc = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0-${2 * r} 0z`

/** The path of discs in a ring around the centre of the field. */
export const ring = (count: number, r: number, dot: number) =>
  Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / count
    return disc(12 + r * Math.sin(angle), 12 - r * Math.cos(angle), dot)
  }).join('')
