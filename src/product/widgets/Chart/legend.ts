import type { ForegroundState } from './foregroundState.ts'
import type { PlotArea } from './paint.ts'
import type { Surface } from './surface.ts'

/** CSS pixels: a lower pane of the volume has no space for words above its bars. The crosshair readout shows the volume too. */
const MIN_LABELLED_HEIGHT = 44

/** Names and values of what is drawn, at the upper left of its pane: of the candle under the crosshair, else of the last. */
export function drawLegend(
  ctx: CanvasRenderingContext2D,
  surface: Surface,
  { style, series, indicators, crosshair }: ForegroundState,
  area: PlotArea,
): void {
  const { colors, format, precision } = style
  const { ratio } = area
  const at = crosshair?.index ?? series.rows.length - 1
  const row = series.rows[at]
  const line = 14 * ratio
  ctx.textAlign = 'left'
  ctx.textBaseline = 'top'

  function drawText(parts: readonly [text: string, color: string][], y: number): void {
    let x = area.left + 6 * ratio
    for (const [text, color] of parts) {
      const width = ctx.measureText(text).width
      if (x + width > area.left + area.width) return
      ctx.fillStyle = color
      ctx.fillText(text, x, y)
      x += width + 8 * ratio
    }
  }

  for (const { id, top, bottom } of surface.bands) {
    const start = area.top + top * area.height + 4 * ratio
    if (id === 'volume' && row && (bottom - top) * area.height >= MIN_LABELLED_HEIGHT * ratio)
      drawText([[`${style.volume} ${format.quantity(row.volume)}`, colors['text-faint']]], start)
    for (const [index, { curves, values }] of indicators.filter(({ pane }) => pane === id).entries()) {
      const digits = id === 'rsi' ? 2 : precision
      const readings = curves.map(({ name, color }, curve): [string, string] => {
        const value = values[curve]?.[at]
        return [
          `${name} ${value === null || value === undefined ? '—' : format.price(value.toFixed(digits), digits)}`,
          colors[color],
        ]
      })
      drawText(readings, start + index * line)
    }
  }
}
