import { encode } from 'uqr'
import type { QRCodeProps } from '../../generated/widgets/QRCode.ts'
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

export default function QRCode({ value, label, size = 192 }: QRCodeProps) {
  const { data } = encode(value, { ecc: 'M', border: 0 })
  return (
    <figure className={css.paper} style={{ inlineSize: size }} aria-label={label}>
      <svg viewBox={`0 0 ${data.length} ${data.length}`} aria-hidden="true" shapeRendering="crispEdges" className={css.code}>
        <path d={path(data)} />
      </svg>
    </figure>
  )
}
