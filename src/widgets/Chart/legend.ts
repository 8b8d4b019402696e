import type { Scene } from './overlay.ts'
import type { Frame } from './paint.ts'
import type { Surface } from './surface.ts'

/** CSS pixels: a lower pane of the volume has no room for words above its bars. The crosshair readout shows the volume too. */
const ROOM = 44

/** Names and values of what is drawn, at the upper left of its pane: of the candle under the crosshair, else of the last. */
export function drawLegend(ctx: CanvasRenderingContext2D, surface: Surface, { look, book, studies, cross }: Scene, frame: Frame): void {
  const { colors, format, precision } = look
  const { ratio } = frame
  const at = cross?.index ?? book.rows.length - 1
  const row = book.rows[at]
  const line = 14 * ratio
  ctx.textAlign = 'left'
  ctx.textBaseline = 'top'

  function write(words: readonly [text: string, color: string][], y: number): void {
    let x = frame.left + 6 * ratio
    for (const [text, color] of words) {
      const width = ctx.measureText(text).width
      if (x + width > frame.left + frame.width) return
      ctx.fillStyle = color
      ctx.fillText(text, x, y)
      x += width + 8 * ratio
    }
  }

  for (const { id, top, bottom } of surface.bands) {
    const start = frame.top + top * frame.height + 4 * ratio
    if (id === 'volume' && row && (bottom - top) * frame.height >= ROOM * ratio) write([[`${look.volume} ${format.quantity(row.volume)}`, colors['text-faint']]], start)
    for (const [index, { curves, values }] of studies.filter(({ pane }) => pane === id).entries()) {
      const digits = id === 'rsi' ? 2 : precision
      const words = curves.map(({ name, color }, curve): [string, string] => {
        const value = values[curve]?.[at]
        return [`${name} ${value === null || value === undefined ? '—' : format.price(value.toFixed(digits), digits)}`, colors[color]]
      })
      write(words, start + index * line)
    }
  }
}
