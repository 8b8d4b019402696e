export const ENGINES = ['chromium', 'firefox', 'webkit'] as const
export type EngineName = (typeof ENGINES)[number]

/** In CSS pixels of the viewport. */
export interface Point {
  x: number
  y: number
}

/** Viewport of every engine, in CSS pixels: a phone in portrait. */
export const VIEWPORT = { width: 390, height: 844 } as const

/** Viewport of a desktop, in CSS pixels. */
export const DESKTOP = { width: 1280, height: 800 } as const

/** Keys that `Tab.key` can press. */
export type Key = 'Enter' | 'Escape' | 'Tab' | 'End' | 'Backspace' | 'ArrowRight'

/** Real touch input. */
export interface Touch {
  tap(at: Point): Promise<void>
  /** Rests for `ms` before the finger is lifted. */
  press(at: Point, ms: number): Promise<void>
  /** Moves one finger per pair of points from the first to the second point. */
  move(...fingers: readonly (readonly [Point, Point])[]): Promise<void>
}

/** A tab of a running browser: the operations that the flows need and all engines have. */
export interface Tab {
  open(url: string): Promise<void>
  reload(): Promise<void>
  back(): Promise<void>
  forward(): Promise<void>
  /** Evaluates the source of an expression in the page, waits for a promise, and returns its value as JSON. */
  evaluate(source: string): Promise<unknown>
  /** Moves the mouse. */
  hover(at: Point): Promise<void>
  click(at: Point): Promise<void>
  /** Drags with the mouse in small steps. */
  drag(from: Point, to: Point): Promise<void>
  /** Zooms as a trackpad does, by a wheel with the control key; null: the engine cannot. `by` below 0: larger. */
  pinch: ((at: Point, by: number) => Promise<void>) | null
  /** Types into the focused element. */
  type(text: string): Promise<void>
  key(key: Key): Promise<void>
  /** PNG of the viewport. */
  picture(): Promise<Buffer>
  /** Null: the engine has no touch input that a test can produce. */
  touch: Touch | null
  /** Errors that the browser itself has reported for this tab. */
  errors: string[]
  close(): Promise<void>
}

/** A running browser. */
export interface Browser {
  version: string
  /** Opens a tab without cookies and storage of earlier ones; `desktop`: of the size of a desktop, without touch. */
  newTab(desktop?: boolean): Promise<Tab>
  close(): Promise<void>
}

export interface Engine {
  name: EngineName
  /** Package to install; null: nothing is missing. */
  missing(): string | null
  launch(): Promise<Browser>
}
