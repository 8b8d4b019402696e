import { beforeEach, describe, expect, it } from 'vitest'
import { createGestures, velocityOf, type Gestures } from './gestures.ts'

type Event =
  | ['press' | 'move' | 'mouse', number, number]
  | ['release', velocity: number, heldMs?: number]
  | ['wait', number]
  | ['pinch' | 'wheel', number, number]
  | ['hover', number, number]
  | ['cancel' | 'pinchEnd' | 'leave' | 'clear']

/** Presses further to the right drag a handle, taps further down are handled by a drawing. */
const [HANDLE_FROM, DRAWING_FROM] = [900, 900]

let log: (string | number)[][]
let timers: { at: number; run: () => void }[]
let frames: ((now: number) => void)[]
let now: number
let pressedAt: number
let quiet: boolean
let gestures: Gestures

beforeEach(() => {
  ;[log, timers, frames, now, pressedAt, quiet] = [[], [], [], 0, 0, false]
  gestures = createGestures({
    pan: (dx) => void log.push(['pan', Math.round(dx)]),
    zoom: (factor, x) => void log.push(['zoom', factor, x]),
    inspect: (at) => void log.push(at ? ['inspect', at.x, at.y] : ['away']),
    grab: (at) =>
      at.x >= HANDLE_FROM
        ? {
            move: (to) => void log.push(['drag', to.x, to.y]),
            drop: () => void log.push(['drop']),
            tap: () => void log.push(['tap handle']),
            cancel: () => void log.push(['put back']),
          }
        : null,
    tap: (at) => at.y >= DRAWING_FROM && (log.push(['tap drawing']), true),
    after(ms, run) {
      const timer = { at: now + ms, run }
      timers.push(timer)
      return () => void (timers = timers.filter((other) => other !== timer))
    },
    frame(run) {
      frames.push(run)
      return () => void (frames = frames.filter((frame) => frame !== run))
    },
    prefersReducedMotion: () => quiet,
  })
})

function pass(ms: number): void {
  now += ms
  const due = timers.filter(({ at }) => at <= now)
  timers = timers.filter(({ at }) => at > now)
  for (const { run } of due) run()
}

function play(...events: Event[]): void {
  for (const [what, a = 0, b = 0] of events) {
    if (what === 'press' || what === 'mouse') pressedAt = now
    if (what === 'press') gestures.press({ x: a, y: b })
    else if (what === 'mouse') gestures.press({ x: a, y: b }, true)
    else if (what === 'move') gestures.move({ x: a, y: b })
    else if (what === 'release') gestures.release(a, b || now - pressedAt)
    else if (what === 'wait') pass(a)
    else if (what === 'pinch' || what === 'wheel') gestures.pinch(a, b, what === 'wheel')
    else if (what === 'hover') gestures.hover({ x: a, y: b })
    else if (what === 'leave') gestures.hover(null)
    else gestures[what]()
  }
}

/** Frames of 16 ms until nothing moves any more. */
function settle(): number {
  let count = 0
  while (frames.length > 0 && count < 1_000) {
    const due = frames
    frames = []
    now += 16
    for (const run of due) run(now)
    count += 1
  }
  return count
}

const DRAGS: { name: string; events: Event[]; log: (string | number)[][]; mode: Gestures['mode'] }[] = [
  {
    name: 'a handle follows the finger in every direction, and is dropped',
    events: [
      ['press', 950, 50],
      ['move', 952, 90],
      ['release', 3],
    ],
    log: [['drag', 952, 90], ['drop']],
    mode: 'idle',
  },
  {
    name: 'a handle that is only touched is tapped',
    events: [
      ['press', 950, 50],
      ['move', 953, 52],
      ['release', 0],
    ],
    log: [['tap handle']],
    mode: 'idle',
  },
  {
    name: 'a handle is put back when the page takes the pointer',
    events: [['press', 950, 50], ['move', 950, 90], ['cancel']],
    log: [['drag', 950, 90], ['put back']],
    mode: 'idle',
  },
  {
    name: 'a handle is put back when a second finger zooms',
    events: [
      ['press', 950, 50],
      ['move', 950, 90],
      ['pinch', 2, 100],
    ],
    log: [['drag', 950, 90], ['put back'], ['zoom', 2, 100]],
    mode: 'pinching',
  },
  {
    name: 'a handle has no long press',
    events: [
      ['press', 950, 50],
      ['wait', 400],
    ],
    log: [],
    mode: 'dragging',
  },
  {
    name: 'a tap on a drawing leaves the crosshair',
    events: [
      ['press', 50, 950],
      ['wait', 400],
      ['release', 0],
      ['press', 50, 950],
      ['release', 0],
    ],
    log: [['inspect', 50, 950], ['tap drawing']],
    mode: 'pinned',
  },
]

const CASES: { name: string; events: Event[]; log: (string | number)[][]; mode: Gestures['mode'] }[] = [
  ...DRAGS,
  {
    name: 'a tap does nothing',
    events: [
      ['press', 50, 50],
      ['release', 0],
    ],
    log: [],
    mode: 'idle',
  },
  {
    name: 'a finger that trembles does not pan',
    events: [
      ['press', 50, 50],
      ['move', 55, 53],
      ['release', 0],
    ],
    log: [],
    mode: 'idle',
  },
  {
    name: 'across pans, by what the finger moves',
    events: [
      ['press', 50, 50],
      ['move', 70, 52],
      ['move', 90, 90],
      ['release', 0],
    ],
    log: [
      ['pan', 20],
      ['pan', 20],
    ],
    mode: 'idle',
  },
  {
    name: 'up and down is left to the page',
    events: [['press', 50, 50], ['move', 52, 70], ['move', 90, 90], ['cancel']],
    log: [],
    mode: 'idle',
  },
  {
    name: 'a long press shows the crosshair, and the finger leads it in every direction',
    events: [
      ['press', 50, 50],
      ['wait', 400],
      ['move', 54, 90],
    ],
    log: [
      ['inspect', 50, 50],
      ['inspect', 54, 90],
    ],
    mode: 'inspecting',
  },
  {
    name: 'it stays when the finger has gone',
    events: [
      ['press', 50, 50],
      ['wait', 400],
      ['release', 3],
    ],
    log: [['inspect', 50, 50]],
    mode: 'pinned',
  },
  {
    name: 'a tap takes it away',
    events: [
      ['press', 50, 50],
      ['wait', 400],
      ['release', 0],
      ['press', 9, 9],
      ['release', 0],
    ],
    log: [['inspect', 50, 50], ['away']],
    mode: 'idle',
  },
  {
    name: 'another width of the chart takes it away, and the next drag pans',
    events: [['press', 50, 50], ['wait', 400], ['release', 0], ['clear'], ['press', 50, 50], ['move', 80, 50]],
    log: [['inspect', 50, 50], ['away'], ['pan', 30]],
    mode: 'panning',
  },
  {
    name: 'a tap that is handled late is no long press',
    events: [
      ['press', 50, 50],
      ['wait', 400],
      ['release', 0, 60],
    ],
    log: [['inspect', 50, 50], ['away']],
    mode: 'idle',
  },
  {
    name: 'a drag across leads it on',
    events: [
      ['press', 50, 50],
      ['wait', 400],
      ['release', 0],
      ['press', 60, 50],
      ['move', 90, 51],
    ],
    log: [
      ['inspect', 50, 50],
      ['inspect', 90, 51],
      ['inspect', 90, 51],
    ],
    mode: 'inspecting',
  },
  {
    name: 'and one up and down still scrolls the page',
    events: [['press', 50, 50], ['wait', 400], ['release', 0], ['press', 60, 50], ['move', 61, 90], ['cancel']],
    log: [['inspect', 50, 50]],
    mode: 'pinned',
  },
  {
    name: 'a finger that moves has not pressed long',
    events: [
      ['press', 50, 50],
      ['move', 70, 50],
      ['wait', 900],
    ],
    log: [['pan', 20]],
    mode: 'panning',
  },
  {
    name: 'two fingers zoom where they are',
    events: [
      ['press', 50, 50],
      ['pinch', 1, 80],
      ['pinch', 1.2, 82],
      ['wait', 900],
    ],
    log: [
      ['zoom', 1, 80],
      ['zoom', 1.2, 82],
    ],
    mode: 'pinching',
  },
  {
    name: 'a finger that stays after a pinch moves nothing',
    events: [['press', 50, 50], ['pinch', 1.2, 82], ['pinchEnd'], ['move', 90, 50], ['release', 4]],
    log: [['zoom', 1.2, 82]],
    mode: 'idle',
  },
  {
    name: 'a pinch of fingers at one point scales nothing until they have a distance',
    events: [
      ['press', 50, 50],
      ['pinch', Number.NaN, 82],
      ['pinch', Infinity, 82],
      ['pinch', 0, 82],
      ['pinch', -1, 82],
      ['pinch', 1.2, Number.NaN],
      ['wait', 1_000],
      ['pinch', 1.5, 82],
    ],
    log: [['zoom', 1.5, 82]],
    mode: 'pinching',
  },
  {
    name: 'a pinch takes the crosshair away',
    events: [
      ['press', 50, 50],
      ['wait', 400],
      ['release', 0],
      ['pinch', 1.1, 10],
    ],
    log: [['inspect', 50, 50], ['away'], ['zoom', 1.1, 10]],
    mode: 'pinching',
  },
  {
    name: 'a mouse shows values where it is, until it leaves',
    events: [['hover', 10, 10], ['hover', 12, 10], ['leave']],
    log: [['inspect', 10, 10], ['inspect', 12, 10], ['away']],
    mode: 'idle',
  },
  {
    name: 'a wheel that zooms takes the values of a mouse away, also if it leaves meanwhile',
    events: [['hover', 10, 10], ['wheel', 1.5, 10], ['leave']],
    log: [['inspect', 10, 10], ['away'], ['zoom', 1.5, 10], ['away']],
    mode: 'idle',
  },
  {
    name: 'a press just after a wheel is one',
    events: [
      ['wheel', 1.5, 10],
      ['press', 50, 50],
      ['wait', 400],
    ],
    log: [
      ['zoom', 1.5, 10],
      ['inspect', 50, 50],
    ],
    mode: 'inspecting',
  },
  {
    name: 'a mouse that drags pans, however long it has been held',
    events: [
      ['hover', 10, 10],
      ['mouse', 10, 10],
      ['wait', 900],
      ['move', 40, 10],
      ['release', 0],
    ],
    log: [['inspect', 10, 10], ['away'], ['pan', 30]],
    mode: 'idle',
  },
]

describe('gestures', () => {
  it.each(CASES)('$name', ({ events, log: expected, mode }) => {
    play(...events)
    expect(log).toEqual(expected)
    expect(gestures.mode).toBe(mode)
  })

  it('block page scrolling only during their own', () => {
    const captured: boolean[] = []
    const record = (...events: Event[]) => {
      play(...events)
      captured.push(gestures.capturesTouch)
    }
    record(['press', 50, 50])
    record(['move', 52, 70])
    record(['cancel'], ['press', 50, 50], ['move', 70, 50])
    record(['release', 0])
    record(['press', 50, 50], ['wait', 400])
    record(['release', 0])
    record(['pinch', 1.1, 5])
    expect(captured).toEqual([false, false, true, false, true, false, true])
  })

  it('a fling goes on, ever slower, as far as its speed leads', () => {
    play(['press', 50, 50], ['move', 70, 50], ['release', 1])
    expect(settle()).toBeGreaterThan(30)
    const flown = log.slice(1).map(([, dx]) => Number(dx))
    expect(flown).toEqual(flown.toSorted((a, b) => b - a))
    expect(flown.reduce((sum, dx) => sum + dx, 0)).toBeGreaterThan(250)
    expect(flown.reduce((sum, dx) => sum + dx, 0)).toBeLessThan(400)
  })

  it('a finger stops it, and a slow one starts none', () => {
    play(['press', 50, 50], ['move', 70, 50], ['release', -2], ['press', 20, 20])
    expect(settle()).toBe(0)
    play(['release', 0], ['press', 50, 50], ['move', 70, 50], ['release', 0.1])
    expect(settle()).toBe(0)
  })

  it('has no fling under reduced motion', () => {
    quiet = true
    play(['press', 50, 50], ['move', 70, 50], ['release', 3])
    expect(settle()).toBe(0)
  })

  it('has the speed of what the finger did last, none when it has rested', () => {
    const track = [
      { x: 0, at: 0 },
      { x: 10, at: 900 },
      { x: 40, at: 930 },
      { x: 70, at: 960 },
    ]
    expect(velocityOf(track, 990)).toBeCloseTo(1)
    expect(
      velocityOf(
        track.toReversed().map(({ x }, i) => ({ x, at: 900 + i * 30 })),
        995,
      ),
    ).toBeLessThan(0)
    expect(velocityOf(track, 1_500)).toBe(0)
    expect(velocityOf([], 0)).toBe(0)
  })

  it('leaves no timer behind', () => {
    play(['press', 50, 50])
    gestures.close()
    expect(timers).toEqual([])
  })
})
