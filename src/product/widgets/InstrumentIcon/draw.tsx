import type { ReactNode } from 'react'
import type { VectorPath } from './art.ts'

export const draw = (shapes: readonly VectorPath[]): ReactNode[] =>
  shapes.map(([colour, path, width], index) => (
    <path
      key={index}
      d={path}
      {...(width
        ? { stroke: colour, strokeWidth: width, fill: 'none', strokeLinejoin: 'round' as const }
        : { fill: colour })}
    />
  ))
