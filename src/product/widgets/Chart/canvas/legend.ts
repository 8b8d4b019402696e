import type { ForegroundState } from './foregroundState.ts'
import { GAP, INDENT, rowsOf, type Part } from './legendRows.ts'
import type { PlotArea } from './paint.ts'
import { LEGEND_LINE, rowsIn } from './panes.ts'
import type { Surface } from './surface.ts'

/** CSS pixels: a narrower chart has the values of the crosshair in two lines, as in Chart.module.css. */
const ONE_LINE_WIDTH = 480
/** Of a line of the values of the crosshair, CSS pixels. */
const READOUT_LINE = 17

/** Names and values of what is drawn, above the content of its pane: of the candle under the crosshair, else of the last. */
export function drawLegend(
  ctx: CanvasRenderingContext2D,
  surface: Surface,
  { style, series, indicators, crosshair }: ForegroundState,
  area: PlotArea,
): void {
  const { colors, format } = style
  const { ratio } = area
  const { width } = ctx.canvas
  const at = crosshair?.index ?? series.rows.length - 1
  const row = series.rows[at]
  const line = LEGEND_LINE * ratio
  // The values of the crosshair are above the legend of the prices.
  const readout = crosshair ? (width / ratio < ONE_LINE_WIDTH ? 2 : 1) * READOUT_LINE * ratio : 0
  ctx.textAlign = 'left'
  ctx.textBaseline = 'top'

  function drawRow(parts: readonly Part[], y: number, isOnPrices: boolean): void {
    const ends = parts.map(([text]) => ctx.measureText(text).width)
    if (isOnPrices) {
      ctx.fillStyle = colors.ground
      ctx.globalAlpha = 0.8
      const length = ends.reduce((sum, end) => sum + end + GAP * ratio, INDENT * ratio)
      ctx.fillRect(area.left, y - 2 * ratio, length, line)
      ctx.globalAlpha = 1
    }
    let x = area.left + INDENT * ratio
    for (const [index, [text, color]] of parts.entries()) {
      ctx.fillStyle = color
      ctx.fillText(text, x, y)
      x += (ends[index] ?? 0) + GAP * ratio
    }
  }

  for (const { id, top, content } of surface.bands) {
    const start = area.top + top * area.height + 3 * ratio
    const available = rowsIn((content - top) * area.height, ratio)
    if (id === 'volume') {
      if (row && available > 0)
        drawRow([[`${style.words.volume} ${format.quantity(row.volume)}`, colors['text-faint']]], start, false)
      continue
    }
    const rows = rowsOf(
      indicators.filter(({ pane }) => pane === id),
      at,
      style,
      width - area.left,
      ratio,
      (text) => ctx.measureText(text).width,
    )
    const from = start + (id === 'price' ? readout : 0)
    for (const [index, parts] of rows.slice(0, available).entries())
      drawRow(parts, from + index * line, id === 'price' && readout > 0)
  }
}
