import { Gesture } from '@use-gesture/vanilla'

import { isScale } from '../../../../engine/widgets/lib/share.ts'

/** Effects of gestures on the chart. Positions and distances are in CSS pixels of the plot. */
export interface GesturePorts {
  /** The content follows the finger by so much: to the right for a number above 0. */
  pan(dx: number): void
  /** Above 1: larger. `x` is the fixed point. */
  zoom(factor: number, x: number): void
  /** Crosshair position; null hides it. */
  inspect(at: Point | null): void
  /** Begins the drag of what is at a position; null: the chart itself is moved. */
  grab(at: Point): Drag | null
  /** A tap. Returns whether it is handled; another one hides the crosshair. */
  tap(at: Point): boolean
  /** Runs once after so many milliseconds; returns its cancel. */
  after(ms: number, run: () => void): () => void
  /** Runs in the next frame; returns its cancel. */
  frame(run: (now: number) => void): () => void
  /** The user prefers reduced motion. */
  prefersReducedMotion(): boolean
}

export interface Point {
  x: number
  y: number
}

/** A drag of something on the chart. One of its three ends is called once. */
export interface Drag {
  move(at: Point): void
  /** The finger is lifted after a movement. */
  drop(): void
  /** The finger is lifted where it was pressed. */
  tap(): void
  /** The page took the pointer, or a second finger began to zoom. */
  cancel(): void
}

/**
 * idle · pressed: a finger rests, nothing is known yet · panning · pinching · leaving: the page scrolls ·
 * inspecting: the crosshair follows the finger · pinned: it stays without one · over: a mouse leads it ·
 * dragging: something on the chart follows the finger
 */
export type GestureMode =
  | 'idle'
  | 'pressed'
  | 'panning'
  | 'pinching'
  | 'leaving'
  | 'inspecting'
  | 'pinned'
  | 'over'
  | 'dragging'

const LONG_PRESS_MS = 380
/** A finger that has moved less rests. */
const SLOP = 8
/** Pixels a millisecond. */
const FLING_FROM = 0.25
const FLING_UNTIL = 0.02
/** A fling has lost 63 % of its speed after so many milliseconds. */
const FRICTION_MS = 325

export interface Gestures {
  readonly mode: GestureMode
  /** Whether the movement is the chart's: then the page must not scroll. */
  readonly capturesTouch: boolean
  press(at: Point, mouse?: boolean): void
  move(at: Point): void
  /** `velocity` across in pixels a millisecond, to the right above 0; `heldMs` is the time from press to release by their events. */
  release(velocity: number, pressDurationMs: number): void
  /** The page took the pointer. */
  cancel(): void
  /**
   * `wheel`: a wheel or trackpad zooms, which has no end event. A factor that is no finite number above 0 is ignored.
   */
  pinch(factor: number, x: number, wheel?: boolean): void
  pinchEnd(): void
  hover(at: Point | null): void
  /** Hides the crosshair. */
  clear(): void
  close(): void
}

/** Creates the state machine of the gestures. `close` cancels a pending long press and a fling; the cleanup of `bindGestures` calls it. */
export function createGestures(ports: GesturePorts): Gestures {
  let mode: GestureMode = 'idle'
  let pinned = false
  let start: Point = { x: 0, y: 0 }
  let at: Point = start
  let drag: Drag | null = null
  let hasMoved = false
  let cancelLongPress = () => {}
  let stopFling = () => {}

  function settle(): void {
    cancelLongPress()
    mode = pinned ? 'pinned' : 'idle'
  }

  function endDrag(end: 'drop' | 'tap' | 'cancel'): void {
    const ended = drag
    drag = null
    ended?.[end]()
  }

  function inspect(point: Point): void {
    pinned = true
    mode = 'inspecting'
    ports.inspect(point)
  }

  function unpin(): void {
    pinned = false
    ports.inspect(null)
  }

  function fling(velocity: number): void {
    if (Math.abs(velocity) < FLING_FROM || ports.prefersReducedMotion()) return
    let [speed, last] = [velocity, -1]
    const step = (now: number) => {
      const passed = last < 0 ? 16 : Math.min(64, now - last)
      last = now
      ports.pan(speed * passed)
      speed *= Math.exp(-passed / FRICTION_MS)
      stopFling = Math.abs(speed) < FLING_UNTIL ? () => {} : ports.frame(step)
    }
    stopFling = ports.frame(step)
  }

  return {
    get mode() {
      return mode
    },
    get capturesTouch() {
      return mode === 'panning' || mode === 'pinching' || mode === 'inspecting' || mode === 'dragging'
    },
    press(point, mouse = false) {
      stopFling()
      if (mode === 'pinching') return
      if (mode === 'over') unpin()
      ;[mode, start, at] = ['pressed', point, point]
      drag = ports.grab(point)
      hasMoved = false
      if (drag) return void (mode = 'dragging')
      if (mouse) return
      cancelLongPress = ports.after(LONG_PRESS_MS, () => inspect(at))
    },
    move(point) {
      if (mode === 'dragging') {
        hasMoved ||= Math.hypot(point.x - start.x, point.y - start.y) >= SLOP
        if (hasMoved) drag?.move(point)
      }
      if (mode === 'pressed') {
        const [dx, dy] = [Math.abs(point.x - start.x), Math.abs(point.y - start.y)]
        if (Math.max(dx, dy) < SLOP) return void (at = point)
        cancelLongPress()
        if (dy > dx) mode = 'leaving'
        else if (pinned) inspect(point)
        else mode = 'panning'
      }
      if (mode === 'panning') ports.pan(point.x - at.x)
      else if (mode === 'inspecting') ports.inspect(point)
      at = point
    },
    release(velocity, pressDurationMs) {
      // On a busy main thread the timer of the long press runs before the release of a tap is handled.
      const isTap =
        mode === 'pressed' ||
        (mode === 'inspecting' && pressDurationMs < LONG_PRESS_MS && Math.hypot(at.x - start.x, at.y - start.y) < SLOP)
      if (mode === 'dragging') endDrag(hasMoved ? 'drop' : 'tap')
      else if (isTap && !ports.tap(at) && pinned) unpin()
      const panned = mode === 'panning'
      if (mode !== 'pinching') settle()
      if (panned) fling(velocity)
    },
    cancel() {
      endDrag('cancel')
      if (mode !== 'pinching') settle()
    },
    pinch(factor, x, wheel = false) {
      cancelLongPress()
      stopFling()
      endDrag('cancel')
      // A mouse that leaves while its wheel turns is not heard of.
      if (pinned || mode === 'over') unpin()
      mode = wheel ? 'idle' : 'pinching'
      if (isScale(factor) && Number.isFinite(x)) ports.zoom(factor, x)
    },
    pinchEnd: settle,
    hover(point) {
      if (mode !== 'idle' && mode !== 'over') return
      mode = point ? 'over' : 'idle'
      ports.inspect(point)
    },
    clear() {
      unpin()
      if (mode === 'inspecting' || mode === 'pinned' || mode === 'over') mode = 'idle'
    },
    close() {
      cancelLongPress()
      stopFling()
      endDrag('cancel')
    },
  }
}

/** Milliseconds before the release that determine the speed. */
const RECENT_MS = 100

/** Pixels a millisecond across, above 0 to the right, of a finger that leaves now. A library's own speed is that of the last event, which is 0 when it comes late. */
export function velocityOf(track: readonly { x: number; at: number }[], now: number): number {
  const recent = track.filter(({ at }) => now - at <= RECENT_MS)
  const [first, last] = [recent[0], recent.at(-1)]
  return first && last && last.at > first.at ? (last.x - first.x) / (last.at - first.at) : 0
}

/** Binds touch, mouse, wheel and trackpad of an element. Returns its cleanup. */
export function bindGestures(element: HTMLElement, gestures: Gestures, pan: (dx: number) => void): () => void {
  const toPoint = ([x, y]: readonly [number, number]): Point => {
    const box = element.getBoundingClientRect()
    return { x: x - box.left, y: y - box.top }
  }
  let track: { x: number; at: number }[] = []
  // The library says "pinching" until a pause after the last event of a wheel, in which a press has begun already.
  let byWheel = false
  const gesture = new Gesture(
    element,
    {
      onDrag({ first, last, xy, event, pinching, touches, elapsedTime }) {
        if ((pinching && !byWheel) || touches > 1) return
        if (first) track = []
        if (!last) track = [...track.slice(-7), { x: xy[0], at: event.timeStamp }]
        if (first) gestures.press(toPoint(xy), 'pointerType' in event && event.pointerType === 'mouse')
        else if (!last) gestures.move(toPoint(xy))
        else if (event.type === 'pointercancel') gestures.cancel()
        else gestures.release(velocityOf(track, event.timeStamp), elapsedTime)
      },
      onPinch({ first, last, origin, da: [distance], offset: [scale], lastOffset: [start], memo, event }) {
        // A trackpad's pinch arrives as a wheel with the control key.
        if (event.cancelable) event.preventDefault()
        byWheel = event.type === 'wheel'
        // Fingers have a distance. Wheels and trackpads have a scale only; their first event may be the only one: a notch of a wheel.
        const hasDistance = !byWheel && !event.type.startsWith('gesture')
        const size = hasDistance ? distance : scale
        const lastSize = typeof memo === 'number' && !first ? memo : hasDistance ? size : start
        if (!last) gestures.pinch(size / lastSize, toPoint(origin).x, byWheel)
        else if (!byWheel) gestures.pinchEnd()
        // Two fingers at one point are no reference for the next distance.
        return isScale(size) ? size : lastSize
      },
      onWheel({ delta: [dx, dy], event }) {
        if (event.ctrlKey || Math.abs(dx) <= Math.abs(dy)) return
        if (event.cancelable) event.preventDefault()
        pan(-dx)
      },
      onMove: ({ xy, dragging }) => dragging || gestures.hover(toPoint(xy)),
      onHover: ({ hovering }) => hovering || gestures.hover(null),
    },
    {
      eventOptions: { passive: false },
      drag: { threshold: 0, pointer: { keys: false } },
      // Each gesture begins with 1: a scale that is no number must not be that of the next one.
      pinch: { scaleBounds: { min: 1e-6, max: 1e6 }, from: () => [1, 0] },
    },
  )
  // touch-action lets the page scroll up and down. Once the movement is the chart's it must not begin to.
  const preventScroll = (event: TouchEvent) => {
    if (event.cancelable && (gestures.capturesTouch || event.touches.length > 1)) event.preventDefault()
  }
  const preventMenu = (event: Event) => event.preventDefault()
  element.addEventListener('touchmove', preventScroll, { passive: false })
  element.addEventListener('contextmenu', preventMenu)
  return () => {
    gesture.destroy()
    gestures.close()
    element.removeEventListener('touchmove', preventScroll)
    element.removeEventListener('contextmenu', preventMenu)
  }
}
