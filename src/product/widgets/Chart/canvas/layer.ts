import type { Candle } from '../candles.ts'
import type { Drag, Point } from '../gestures/gestures.ts'
import type { ChartStyle } from './style.ts'
import type { Surface } from './surface.ts'

/** The drawn chart as a layer needs it. Points are in pixels of the canvas. */
export interface Frame {
  surface: Surface
  style: ChartStyle
  rows: readonly Candle[]
}

/** Drawings above the candles and below the crosshair. */
export interface Layer {
  paint(ctx: CanvasRenderingContext2D, frame: Frame): void
  /** Begins the drag of what is at a point; null: nothing of this layer is there. */
  grab(at: Point, frame: Frame): Drag | null
  /** Returns whether the tap is handled. */
  tap(at: Point, frame: Frame): boolean
}
