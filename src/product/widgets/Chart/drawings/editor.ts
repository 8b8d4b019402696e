import type { Frame, Layer } from '../canvas/layer.ts'
import type { Drag, Point } from '../gestures/gestures.ts'
import { hit, moved, shapeOf, type Hit, type Projection } from './geometry.ts'
import { anchorsOf, MOST, nextId, type Anchor, type Drawing, type DrawingKind } from './model.ts'
import { paintDrawing, projectionOf, wordsArea } from './paint.ts'

/** CSS pixels within which a finger hits. */
const REACH = { handle: 22, line: 14 }
/** Changes that can be undone. */
const MOST_UNDO = 50

/** State that the buttons beside the chart show. */
export interface EditorState {
  /** Null: a press selects and moves. */
  tool: DrawingKind | null
  selected: Drawing | null
  drawings: readonly Drawing[]
  canUndo: boolean
  isFull: boolean
}

export interface EditorPorts {
  /** Stores the drawings of the market. */
  save(drawings: readonly Drawing[]): void
  /** The state has changed. */
  changed(): void
  /** Draws the chart again. */
  redraw(): void
}

/** Draws, selects, moves and deletes the drawings of one market. */
export interface Editor extends Layer {
  readonly state: EditorState
  connect(ports: EditorPorts): void
  /** Sets the stored drawings, the words of a text that has none, and what may be done. */
  set(
    drawings: readonly Drawing[],
    settings: { symbol: string; words: string; isHidden: boolean; canEdit: boolean },
  ): void
  choose(tool: DrawingKind | null): void
  select(id: string | null): void
  /** Adds an anchor of the chosen tool. */
  place(anchor: Anchor): void
  write(text: string): void
  remove(id: string): void
  undo(): void
}

export function createEditor(): Editor {
  let ports: EditorPorts = { save() {}, changed() {}, redraw() {} }
  let drawings: readonly Drawing[] = []
  let settings = { symbol: '', words: '', isHidden: false, canEdit: false }
  let history: (readonly Drawing[])[] = []
  let tool: DrawingKind | null = null
  let selected: string | null = null
  /** Anchors of a drawing that is not complete. */
  let placed: readonly Anchor[] = []
  /** The drawing under the finger, before it is stored. */
  let draft: Drawing | null = null
  let state = stateNow()
  let measure: CanvasRenderingContext2D | null = null

  function stateNow(): EditorState {
    return {
      tool,
      selected: drawings.find(({ id }) => id === selected) ?? null,
      drawings,
      canUndo: history.length > 0,
      isFull: drawings.length >= MOST,
    }
  }

  function publish(): void {
    state = stateNow()
    ports.changed()
    ports.redraw()
  }

  function commit(next: readonly Drawing[]): void {
    history = [...history, drawings].slice(-MOST_UNDO)
    drawings = next
    draft = null
    ports.save(next)
    publish()
  }

  const replace = (changed: Drawing): void =>
    commit(drawings.map((drawing) => (drawing.id === changed.id ? changed : drawing)))

  const drawingOf = (kind: DrawingKind, points: readonly Anchor[]): Drawing => ({
    id: nextId(drawings),
    symbol: settings.symbol,
    kind,
    points: [...points],
    text: kind === 'text' ? settings.words : '',
  })

  /** Stores a drawing once it has all its anchors. */
  function add(points: readonly Anchor[]): void {
    if (!tool) return
    if (points.length < anchorsOf(tool)) {
      placed = points
      draft = drawingOf(tool, points)
      return publish()
    }
    const created = drawingOf(tool, points)
    ;[tool, placed, selected] = [null, [], created.id]
    commit([...drawings, created])
  }

  function draw(kind: DrawingKind, at: Point, projection: Projection): Drag {
    const before = placed
    const start = projection.toAnchor(at)
    const isLast = before.length + 1 === anchorsOf(kind)
    let end = start
    const show = (): void => {
      draft = drawingOf(kind, isLast ? [...before, end] : [start, end])
      ports.redraw()
    }
    if (isLast) show()
    return {
      move(point) {
        end = projection.toAnchor(point)
        show()
      },
      drop: () => add(isLast ? [...before, end] : [start, end]),
      tap: () => add([...before, start]),
      cancel() {
        draft = before.length > 0 ? drawingOf(kind, before) : null
        ports.redraw()
      },
    }
  }

  function drag(drawing: Drawing, what: Hit, from: Point, projection: Projection): Drag {
    return {
      move(point) {
        draft = moved(drawing, what, from, point, projection)
        ports.redraw()
      },
      drop() {
        if (draft) replace(draft)
      },
      tap() {},
      cancel() {
        draft = null
        ports.redraw()
      },
    }
  }

  function hitOf(drawing: Drawing, at: Point, frame: Frame, projection: Projection): Hit | null {
    const { ratio } = frame.surface.area
    const shape = shapeOf(drawing, projection)
    const words = drawing.kind === 'text' && measure ? wordsArea(measure, drawing, shape, ratio) : null
    return hit(shape, at, { handle: REACH.handle * ratio, line: REACH.line * ratio }, words)
  }

  return {
    get state() {
      return state
    },
    connect: (next) => void (ports = next),
    set(next, nextSettings) {
      if (nextSettings.symbol !== settings.symbol) [history, tool, selected, placed, draft] = [[], null, null, [], null]
      settings = nextSettings
      drawings = next
      if (!settings.canEdit || settings.isHidden) [tool, selected, placed, draft] = [null, null, [], null]
      publish()
    },
    choose(next) {
      ;[tool, selected, placed, draft] = [next, null, [], null]
      publish()
    },
    select(id) {
      selected = id
      publish()
    },
    place: (anchor) => add([...placed, anchor]),
    write(text) {
      if (state.selected) replace({ ...state.selected, text })
    },
    remove(id) {
      if (selected === id) selected = null
      commit(drawings.filter((drawing) => drawing.id !== id))
    },
    undo() {
      const before = history.at(-1)
      if (!before) return
      history = history.slice(0, -1)
      ;[drawings, tool, placed, draft] = [before, null, [], null]
      ports.save(before)
      publish()
    },

    paint(ctx, frame) {
      measure = ctx
      if (settings.isHidden) return
      const projection = projectionOf(frame)
      for (const drawing of drawings)
        if (drawing.id !== draft?.id) paintDrawing(ctx, drawing, drawing.id === selected, frame, projection)
      if (draft) paintDrawing(ctx, draft, true, frame, projection)
    },
    grab(at, frame) {
      if (!settings.canEdit || settings.isHidden) return null
      const projection = projectionOf(frame)
      if (tool) return draw(tool, at, projection)
      const drawing = state.selected
      const what = drawing && hitOf(drawing, at, frame, projection)
      return drawing && what !== null ? drag(drawing, what, at, projection) : null
    },
    tap(at, frame) {
      if (!settings.canEdit || settings.isHidden) return false
      const projection = projectionOf(frame)
      const touched = drawings.findLast((drawing) => hitOf(drawing, at, frame, projection) !== null)
      if (!touched && selected === null) return false
      selected = touched?.id ?? null
      publish()
      return true
    },
  }
}
