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

/** Initial rows per chunk; rows inserted between others enlarge it. */
const CHUNK = 32

/**
 * The rows of one repeated node. A row is re-rendered only when its item changes. React gets the rows in chunks: for
 * one update among a thousand siblings it visits all of them, with chunks about sixty.
 */
export class ChunkedList {
  private readonly known = new Map<string, Row>()
  private items: readonly unknown[] = []
  private keys: readonly string[] = []
  private drawn: ReactNode[] = []
  private chunkOf = new Map<string, number>()
  private chunks: ReactNode[][] = []
  /** The list has been re-sorted: a row cannot move to another chunk without being re-created, so from now on there is one chunk. */
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

  /** If the keys and their order are unchanged, compares items only. Returns false otherwise. */
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
      // Rows added at the end start new chunks; rows inserted between others join theirs.
      else if (i > last && (chunks[at]?.length ?? 0) >= CHUNK) at += 1
      while (chunks.length <= at) chunks.push([])
      chunks[at]?.push(drawn[i])
      chunkOf.set(key, at)
    })
    this.chunkOf = chunkOf
    // The same array signals to React that nothing in it has changed.
    this.chunks = chunks.map((rows, i) => {
      const before = this.chunks[i]
      return before?.length === rows.length && before.every((row, n) => row === rows[n]) ? before : rows
    })
    return this.chunks
  }
}
