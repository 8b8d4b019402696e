import { beforeEach, describe, expect, it, vi } from 'vitest'
import { asUnixSeconds } from '../../../../engine/language/values/time.ts'
import { asPrice } from '../../../../engine/language/values/decimal.ts'
import type { Frame } from '../canvas/layer.ts'
import { createEditor, type Editor } from './editor.ts'
import { MOST, type Drawing } from './model.ts'

/** 100 candles, 6 pixels wide each; a pixel of the height is a price of 1, from 400 at the top. */
const frame = {
  style: { interval: '15m', precision: 2 },
  rows: Array.from({ length: 100 }, (_, i) => ({ time: 1_794_960_000 + i * 900 })),
  surface: {
    area: { left: 0, top: 0, width: 600, height: 400, ratio: 1, step: 6, x: (index: number) => index * 6 },
    bands: [{ bottom: 1 }],
    y: () => (price: number) => 400 - price,
    priceAt: (y: number) => 400 - y,
  },
} as unknown as Frame
const time = (index: number) => asUnixSeconds(1_794_960_000 + index * 900)

let saved: readonly Drawing[]
let editor: Editor
const settings = { symbol: 'BTCUSDT', words: 'Text', isHidden: false, canEdit: true }

beforeEach(() => {
  saved = []
  editor = createEditor()
  editor.connect({ save: (drawings) => void (saved = drawings), changed: vi.fn(), redraw: vi.fn() })
  editor.set([], settings)
})

function drag(from: [number, number], to: [number, number]): void {
  const held = editor.grab({ x: from[0], y: from[1] }, frame)
  if (!held) throw new Error('Nothing is there.')
  held.move({ x: to[0], y: to[1] })
  held.drop()
}

function tap(x: number, y: number): void {
  const held = editor.grab({ x, y }, frame)
  if (held) held.tap()
  else editor.tap({ x, y }, frame)
}

const placesOf = (drawing?: Drawing) => drawing?.points.map((point) => [point.time, Number(point.price)])

describe('drawing', () => {
  it('stores a line that is dragged, selects it and ends the tool', () => {
    editor.choose('trend')
    drag([60, 100], [120, 150])
    expect(placesOf(saved[0])).toEqual([
      [time(10), 300],
      [time(20), 250],
    ])
    expect(saved[0]).toMatchObject({ id: '1', symbol: 'BTCUSDT', kind: 'trend', text: '' })
    expect(editor.state).toMatchObject({ tool: null, selected: { id: '1' } })
  })
  it('stores a line of two taps', () => {
    editor.choose('ray')
    tap(60, 100)
    expect(saved).toEqual([])
    tap(120, 150)
    expect(placesOf(saved[0])).toEqual([
      [time(10), 300],
      [time(20), 250],
    ])
  })
  it('stores a horizontal line of one tap, and a text with words', () => {
    editor.choose('horizontal')
    tap(60, 100)
    editor.choose('text')
    tap(90, 100)
    expect(saved.map(({ kind, text }) => [kind, text])).toEqual([
      ['horizontal', ''],
      ['text', 'Text'],
    ])
  })
  it('stores what the keys place', () => {
    editor.choose('trend')
    editor.place({ time: time(1), price: asPrice('10') })
    editor.place({ time: time(2), price: asPrice('20') })
    expect(placesOf(saved[0])).toEqual([
      [time(1), 10],
      [time(2), 20],
    ])
  })
  it('leaves nothing behind when it is cancelled', () => {
    editor.choose('trend')
    const held = editor.grab({ x: 60, y: 100 }, frame)
    held?.move({ x: 120, y: 150 })
    held?.cancel()
    expect(saved).toEqual([])
    drag([60, 100], [120, 150])
    expect(saved).toHaveLength(1)
  })
  it('ends at the most drawings', () => {
    for (let i = 0; i < MOST; i += 1) {
      editor.choose('horizontal')
      tap(60, 10 + 9 * i)
    }
    expect(editor.state.isFull).toBe(true)
  })
})

describe('a drawing', () => {
  beforeEach(() => {
    editor.choose('trend')
    drag([60, 100], [120, 150])
    editor.select(null)
  })
  it('is selected by a tap, and not by one beside it', () => {
    tap(90, 125)
    expect(editor.state.selected?.id).toBe('1')
    tap(400, 300)
    expect(editor.state.selected).toBeNull()
    expect(editor.tap({ x: 400, y: 300 }, frame)).toBe(false)
  })
  it('is moved by its line, and changed by an anchor, once it is selected', () => {
    expect(editor.grab({ x: 90, y: 125 }, frame)).toBeNull()
    tap(90, 125)
    drag([90, 125], [96, 135])
    expect(placesOf(saved[0])).toEqual([
      [time(11), 290],
      [time(21), 240],
    ])
    drag([66, 110], [30, 110])
    expect(placesOf(saved[0])).toEqual([
      [time(5), 290],
      [time(21), 240],
    ])
  })
  it('is back after an undo of a move, of a deletion and of its drawing', () => {
    const before = saved
    tap(90, 125)
    drag([90, 125], [96, 135])
    editor.undo()
    expect(saved).toEqual(before)
    editor.remove('1')
    expect(saved).toEqual([])
    editor.undo()
    expect(saved).toEqual(before)
    editor.undo()
    expect(saved).toEqual([])
    expect(editor.state.canUndo).toBe(false)
  })
  it('cannot be touched while it is hidden, or while the tools are closed', () => {
    for (const change of [{ isHidden: true }, { canEdit: false }]) {
      editor.set(saved, { ...settings, ...change })
      expect(editor.tap({ x: 90, y: 125 }, frame)).toBe(false)
      editor.select('1')
      expect(editor.grab({ x: 90, y: 125 }, frame)).toBeNull()
    }
  })
  it('of another market cannot be undone here', () => {
    editor.set([], { ...settings, symbol: 'ETHUSDT' })
    expect(editor.state.canUndo).toBe(false)
  })
})

it('a text is written', () => {
  editor.choose('text')
  tap(90, 100)
  editor.write('Resistance')
  expect(saved[0]?.text).toBe('Resistance')
})
