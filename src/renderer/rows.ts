import type { ReactNode } from 'react'
import type { Scope } from '../core/evaluate.ts'
import { drawRow, eachRow, keyOfRow, rowScope } from './draw.tsx'
import type { View } from './host.ts'
import type { Plan } from './plan.ts'

interface Row {
  item: unknown
  index: number
  drawn: ReactNode
}

/** Rows of a chunk when it is made; rows put between others make it larger. */
const CHUNK = 32

/**
 * The rows of one repeated node. A row is drawn again only when its item is another one. The rows are given to React in
 * chunks: an update in one of a thousand siblings makes React visit them all, and in chunks it visits some sixty.
 */
export class ChunkedList {
  private readonly known = new Map<string, Row>()
  private items: readonly unknown[] = []
  private keys: readonly string[] = []
  private drawn: ReactNode[] = []
  private chunkOf = new Map<string, number>()
  private chunks: ReactNode[][] = []
  /** The list has been sorted anew: a row cannot move to another chunk without being made anew, so from now on there is one. */
  private flat = false

  constructor(
    private readonly plan: Plan,
    private readonly scope: Scope | null,
    private readonly view: View,
  ) {}

  draw(list: unknown): ReactNode {
    if (Array.isArray(list) && this.updateInPlace(list)) return this.flat ? [...this.drawn] : this.chunks
    return this.rebuild(list)
  }

  /** Where the same rows stand in the same order, only those with another item are looked at. False when they do not. */
  private updateInPlace(list: readonly unknown[]): boolean {
    const { items, keys, plan, scope, view } = this
    if (list.length !== items.length || list.length === 0) return false
    const changed: number[] = []
    const inner: (Scope | null)[] = []
    for (let i = 0; i < list.length; i++) {
      if (Object.is(list[i], items[i])) continue
      const row = rowScope(plan, list[i], i, scope)
      if (keyOfRow(plan, row, i, view) !== keys[i]) return false
      changed.push(i)
      inner.push(row)
    }
    changed.forEach((i, n) => {
      const key = keys[i] ?? ''
      const row = { item: list[i], index: i, drawn: drawRow(plan, inner[n] ?? null, view, key) }
      this.known.set(key, row)
      this.drawn[i] = row.drawn
    })
    this.items = list
    if (!this.flat) this.rechunk(changed)
    return true
  }

  private rechunk(changed: readonly number[]): void {
    let from = 0
    let n = 0
    this.chunks = this.chunks.map((rows) => {
      const to = from + rows.length
      const touched = (changed[n] ?? Infinity) < to
      while ((changed[n] ?? Infinity) < to) n += 1
      const next = touched ? this.drawn.slice(from, to) : rows
      from = to
      return next
    })
  }

  private rebuild(list: unknown): ReactNode {
    const { known, plan, scope, view } = this
    const keys: string[] = []
    const drawn: ReactNode[] = []
    eachRow(plan, list, scope, view, (key, item, index, inner) => {
      let row = known.get(key)
      if (!row || !Object.is(row.item, item) || (plan.each?.index !== undefined && row.index !== index)) {
        known.set(key, (row = { item, index, drawn: drawRow(plan, inner, view, key) }))
      }
      keys.push(key)
      drawn.push(row.drawn)
    })
    if (known.size > keys.length) {
      const here = new Set(keys)
      for (const key of known.keys()) if (!here.has(key)) known.delete(key)
    }
    this.items = list as readonly unknown[]
    this.keys = keys
    this.drawn = drawn
    return this.flat ? [...drawn] : this.chunked(keys, drawn)
  }

  private chunked(keys: readonly string[], drawn: readonly ReactNode[]): ReactNode {
    const chunkOf = new Map<string, number>()
    const chunks: ReactNode[][] = []
    let last = 0
    for (let i = keys.length - 1, known = Infinity; i >= 0; i--) {
      const chunk = this.chunkOf.get(keys[i] ?? '')
      if (chunk === undefined) continue
      if (chunk > known) {
        this.flat = true
        return [...drawn]
      }
      known = chunk
      if (last === 0) last = i
    }
    let at = 0
    keys.forEach((key, i) => {
      const chunk = this.chunkOf.get(key)
      if (chunk !== undefined) at = chunk
      // Rows added at the end begin chunks; rows put between others join theirs.
      else if (i > last && (chunks[at]?.length ?? 0) >= CHUNK) at += 1
      while (chunks.length <= at) chunks.push([])
      chunks[at]?.push(drawn[i])
      chunkOf.set(key, at)
    })
    this.chunkOf = chunkOf
    // The same array tells React that nothing in it has changed.
    this.chunks = chunks.map((rows, i) => {
      const before = this.chunks[i]
      return before?.length === rows.length && before.every((row, n) => row === rows[n]) ? before : rows
    })
    return this.chunks
  }
}
