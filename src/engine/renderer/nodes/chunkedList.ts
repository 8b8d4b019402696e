import type { ReactNode } from 'react'
import type { Scope } from '../../language/expressions/evaluate.ts'
import { renderRow, eachRow, keyOfRow, rowScope, rowsCreated } from './renderNode.tsx'
import type { View } from '../host.ts'
import type { Plan } from '../plan.ts'

interface Row {
  item: unknown
  index: number
  element: ReactNode
}

/** Initial rows per chunk; rows inserted between others enlarge it. */
const CHUNK = 32
/** Rows that the first render of a list creates, those of repeated nodes within them included: two windows of a phone. */
export const FIRST_PIECE = 32
/** Rows that each later render creates: few commits of the whole list, and no task of a fifth of a second on a slow phone. */
export const PIECE = 256

/**
 * The rows of one repeated node. A row is re-rendered only when its item changes. React gets the rows in chunks: for
 * one update among a thousand siblings it visits all of them, with chunks about sixty. A render creates one piece of the rows that are missing; the
 * next call creates the next piece.
 */
export class ChunkedList {
  private readonly rows = new Map<string, Row>()
  private items: readonly unknown[] = []
  private keys: readonly string[] = []
  private elements: ReactNode[] = []
  private chunkOf = new Map<string, number>()
  private chunks: ReactNode[][] = []
  /** The list has been re-sorted: a row cannot move to another chunk without being re-created, so from now on there is one chunk. */
  private unchunked = false
  /** Whether all rows of the list are rendered. */
  isComplete = true

  constructor(
    private readonly plan: Plan,
    private readonly scope: Scope | null,
    private readonly view: View,
  ) {}

  render(list: unknown): ReactNode {
    if (Array.isArray(list) && this.updateInPlace(list)) return this.unchunked ? [...this.elements] : this.chunks
    return this.rebuild(list)
  }

  /** If the keys and their order are unchanged, compares items only. Returns false otherwise. */
  private updateInPlace(list: readonly unknown[]): boolean {
    const { items, keys, plan, scope, view } = this
    if (!this.isComplete || list.length !== items.length || list.length === 0) return false
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
      const row = { item: list[i], index: i, element: renderRow(plan, inner[n] ?? null, view, key) }
      this.rows.set(key, row)
      this.elements[i] = row.element
    })
    this.items = list
    if (!this.unchunked) this.rechunk(changed)
    return true
  }

  private rechunk(changed: readonly number[]): void {
    let from = 0
    let n = 0
    this.chunks = this.chunks.map((rows) => {
      const to = from + rows.length
      const touched = (changed[n] ?? Infinity) < to
      while ((changed[n] ?? Infinity) < to) n += 1
      const next = touched ? this.elements.slice(from, to) : rows
      from = to
      return next
    })
  }

  private rebuild(list: unknown): ReactNode {
    const { rows: rowsByKey, plan, scope, view } = this
    const keys: string[] = []
    const elements: ReactNode[] = []
    const piece = rowsByKey.size === 0 ? FIRST_PIECE : PIECE
    let [added, remaining] = [0, rowsByKey.size]
    this.isComplete = true
    eachRow(plan, list, scope, view, (key, item, index, inner) => {
      let row = rowsByKey.get(key)
      if (row) remaining -= 1
      else if (added >= piece) {
        this.isComplete = false
        return remaining > 0
      }
      if (!row || !Object.is(row.item, item) || (plan.each?.index !== undefined && row.index !== index)) {
        const before = rowsCreated()
        const element = renderRow(plan, inner, view, key)
        if (!row) added += 1 + rowsCreated() - before
        rowsByKey.set(key, (row = { item, index, element }))
      }
      keys.push(key)
      elements.push(row.element)
      return true
    })
    if (rowsByKey.size > keys.length) {
      const current = new Set(keys)
      for (const key of rowsByKey.keys()) if (!current.has(key)) rowsByKey.delete(key)
    }
    this.items = list as readonly unknown[]
    this.keys = keys
    this.elements = elements
    return this.unchunked ? [...elements] : this.chunked(keys, elements)
  }

  private chunked(keys: readonly string[], elements: readonly ReactNode[]): ReactNode {
    const chunkOf = new Map<string, number>()
    const chunks: ReactNode[][] = []
    let last = 0
    for (let i = keys.length - 1, known = Infinity; i >= 0; i--) {
      const chunk = this.chunkOf.get(keys[i] ?? '')
      if (chunk === undefined) continue
      if (chunk > known) {
        this.unchunked = true
        return [...elements]
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
      chunks[at]?.push(elements[i])
      chunkOf.set(key, at)
    })
    this.chunkOf = chunkOf
    // The same array signals to React that nothing in it has changed.
    this.chunks = chunks.map((rows, i) => {
      const previous = this.chunks[i]
      return previous?.length === rows.length && previous.every((row, n) => row === rows[n]) ? previous : rows
    })
    return this.chunks
  }
}
