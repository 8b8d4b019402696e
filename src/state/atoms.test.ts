import * as fc from 'fast-check'
import { atom, createStore, type Atom as JotaiAtom } from 'jotai/vanilla'
import { expect, test, vi } from 'vitest'
import { Cell, derived, tellOfAll, type Atom } from './atoms.ts'

type Step = { set: [cell: number, value: number][] } | { watch: number } | { stop: number }
const CELLS = 3
const cellAt = fc.integer({ min: 0, max: CELLS - 1 })
const value = fc.integer({ min: 0, max: 2 })
const atomAt = fc.integer({ min: 0, max: CELLS + 2 })
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ set: fc.array(fc.tuple(cellAt, value), { minLength: 1, maxLength: 3 }) }),
    fc.record({ watch: atomAt }),
    fc.record({ stop: fc.nat(8) }),
  ),
  { maxLength: 40 },
)

interface Seen {
  values: unknown[]
  told: string[]
  mounted: number
}
interface World {
  now(atom: number): unknown
  set(changes: [cell: number, value: number][]): void
  watch(atom: number, changed: () => void): () => void
  mounted(): number
}

const read = {
  chosen: (get: (cell: number) => number) => (get(0) === 0 ? get(1) : get(2)),
  both: (get: (cell: number) => number) => `${get(0)} ${get(1)}`,
}

function ours(): World {
  let mounted = 0
  const cells = Array.from({ length: CELLS }, () => new Cell(0))
  const at = (cell: number) => cells[cell] as Cell<number>
  at(2).onMount = () => {
    mounted += 1
    return () => (mounted -= 1)
  }
  const chosen = derived((get) => read.chosen((cell) => get(at(cell))))
  const atoms: Atom<unknown>[] = [...cells, chosen, derived((get) => read.both((cell) => get(at(cell)))), derived((get) => get(chosen) > 1)]
  return {
    now: (one) => atoms[one]?.now(),
    set: (changes) => (changes.length === 1 ? changes.forEach(([cell, next]) => at(cell).set(next)) : tellOfAll(changes.map(([cell, next]) => [at(cell) as Cell<unknown>, next]))),
    watch: (one, changed) => (atoms[one] as Atom<unknown>).watch(changed),
    mounted: () => mounted,
  }
}

function library(): World {
  let mounted = 0
  const store = createStore()
  const cells = Array.from({ length: CELLS }, () => atom(0))
  const at = (cell: number) => cells[cell] as (typeof cells)[number]
  at(2).onMount = () => {
    mounted += 1
    return () => (mounted -= 1)
  }
  const chosen = atom((get) => read.chosen((cell) => get(at(cell))))
  const atoms: JotaiAtom<unknown>[] = [...cells, chosen, atom((get) => read.both((cell) => get(at(cell)))), atom((get) => get(chosen) > 1)]
  const batch = atom(null, (_get, write, changes: [cell: number, value: number][]) => changes.forEach(([cell, next]) => write(at(cell), next)))
  return {
    now: (one) => store.get(atoms[one] as JotaiAtom<unknown>),
    set: (changes) => store.set(batch, changes),
    watch: (one, changed) => store.sub(atoms[one] as JotaiAtom<unknown>, changed),
    mounted: () => mounted,
  }
}

function play(world: World, all: readonly Step[]): Seen[] {
  const stops: (() => void)[] = []
  return all.map((step) => {
    const told: string[] = []
    if ('set' in step) world.set(step.set)
    else if ('watch' in step) {
      const name = `${stops.length} of ${step.watch}`
      stops.push(world.watch(step.watch, () => log.push(name)))
    } else stops[step.stop]?.()
    told.push(...log.splice(0).toSorted())
    return { values: Array.from({ length: CELLS + 3 }, (_, one) => world.now(one)), told, mounted: world.mounted() }
  })
}
const log: string[] = []

test('values, watchers told and mounts are those of a library of atoms', () => {
  fc.assert(fc.property(steps, (all) => {
    expect(play(ours(), all)).toEqual(play(library(), all))
  }), {
    numRuns: 500,
    examples: [[[{ watch: 3 }, { set: [[2, 1]] }, { set: [[0, 1]] }, { set: [[1, 1]] }, { set: [[2, 2]] }, { stop: 0 }, { set: [[2, 0]] }]]],
  })
})

test('a derived value is never older than what it follows from, whoever hears first', () => {
  const one = new Cell(1)
  const double = derived((get) => get(one) * 2)
  const seen: number[] = []
  one.watch(() => seen.push(double.now()))
  double.watch(() => seen.push(double.now()))
  one.set(2)
  expect(seen).toEqual([4, 4])
})

test('each watcher hears of it, also when another throws; who comes meanwhile has the value already', () => {
  const one = new Cell(1)
  const [last, late] = [vi.fn(), vi.fn()]
  one.watch(() => {
    one.watch(late)
    throw new Error('no')
  })
  one.watch(last)
  expect(() => one.set(2)).toThrow('no')
  expect([last.mock.calls.length, late.mock.calls.length]).toEqual([1, 0])
})

test('what comes with the first watcher is told at once', () => {
  const one = new Cell('')
  one.onMount = (write) => {
    write('here')
    return () => undefined
  }
  const changed = vi.fn()
  one.watch(changed)
  expect([one.now(), changed.mock.calls.length]).toEqual(['here', 1])
})
