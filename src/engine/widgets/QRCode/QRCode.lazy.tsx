import { encode } from 'uqr'
import type { QRCodeProps } from '../../../generated/widgets/QRCode.ts'
import { clamp } from '../lib/clamp.ts'
import css from './QRCode.module.css'

/** One square path for all dark modules, runs joined along each row. */
function path(rows: boolean[][]): string {
  let d = ''
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      const from = x
      while (row[x]) x++
      if (x > from) d += `M${from} ${y}h${x - from}v1h-${x - from}z`
    }
  })
  return d
}

/** Null for a text too long for a code: more than 2 331 bytes. A lone surrogate, which no encoder accepts, becomes U+FFFD. */
function modules(value: string): boolean[][] | null {
  try {
    return encode(value.replace(/\p{Surrogate}/gu, '\ufffd'), { ecc: 'M', border: 0 }).data
  } catch {
    return null
  }
}

export default function QRCode({ value, label, size = 192 }: QRCodeProps) {
  const data = modules(value)
  if (!data)
    return (
      <figure className={css.paper} style={{ inlineSize: clamp(size, 96, 320) }}>
        {label}
      </figure>
    )
  return (
    <figure className={css.paper} style={{ inlineSize: clamp(size, 96, 320) }} aria-label={label}>
      <svg
        viewBox={`0 0 ${data.length} ${data.length}`}
        aria-hidden="true"
        shapeRendering="crispEdges"
        className={css.code}
      >
        <path d={path(data)} />
      </svg>
    </figure>
  )
}
