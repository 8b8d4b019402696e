import type { ForegroundState } from './foregroundState.ts'
import { GAP, hasQuoteRow, INDENT, rowsOf, type Part } from './legendRows.ts'
import type { PlotArea } from './paint.ts'
import { LEGEND_LINE, rowsIn } from './panes.ts'
import type { Surface } from './surface.ts'

/** Bid and ask; empty without a quote. */
function quoteParts(
  { words, colors, format, precision }: ForegroundState['style'],
  quote: ForegroundState['quote'],
): Part[] {
  if (!quote) return []
  return [
    [`${words.bid} ${format.price(quote.bid, precision)}`, colors.up],
    [`${words.ask} ${format.price(quote.ask, precision)}`, colors.down],
  ]
}

/** Names and values of what is drawn, above the content of its pane: of the candle under the crosshair, else of the last. */
export function drawLegend(
  ctx: CanvasRenderingContext2D,
  surface: Surface,
  { style, series, indicators, crosshair, quote }: ForegroundState,
  area: PlotArea,
): void {
  const { colors, format } = style
  const { ratio } = area
  const at = crosshair?.index ?? series.rows.length - 1
  const row = series.rows[at]
  const line = LEGEND_LINE * ratio
  ctx.textAlign = 'left'
  ctx.textBaseline = 'top'

  function drawRow(parts: readonly Part[], y: number): void {
    let x = area.left + INDENT * ratio
    for (const [text, color] of parts) {
      ctx.fillStyle = color
      ctx.fillText(text, x, y)
      x += ctx.measureText(text).width + GAP * ratio
    }
  }

  for (const { id, top, content, bottom } of surface.bands) {
    const start = area.top + top * area.height + 3 * ratio
    const available = rowsIn((content - top) * area.height, ratio)
    if (id === 'volume') {
      if (row && available > 0)
        drawRow([[`${style.words.volume} ${format.quantity(row.volume)}`, colors['text-faint']]], start)
      continue
    }
    const hasQuote = id === 'price' && hasQuoteRow(((bottom - top) * area.height) / ratio)
    const rows = rowsOf(
      indicators.filter(({ pane }) => pane === id),
      at,
      style,
      area.width,
      ratio,
      (text) => ctx.measureText(text).width,
    )
    const shown = (hasQuote ? [quoteParts(style, quote), ...rows] : rows).slice(0, available)
    // The readout of the crosshair takes the first row.
    const from = start + (id === 'price' && crosshair && !hasQuote ? line : 0)
    for (const [index, parts] of shown.entries()) drawRow(parts, from + index * line)
  }
}
