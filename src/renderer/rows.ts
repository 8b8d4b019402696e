import type { ReactNode } from 'react'
import type { Scope } from '../core/evaluate.ts'
import { drawRow, eachRow } from './draw.tsx'
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
export class Rows {
  private readonly known = new Map<string, Row>()
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
    const { known, plan, scope, view } = this
    const keys: string[] = []
    const drawn: ReactNode[] = []
    eachRow(plan, list, scope, view, (key, item, index, inner) => {
      const before = known.get(key)
      let row = before
      if (!before || !Object.is(before.item, item) || (plan.each?.index !== undefined && before.index !== index)) {
        known.set(key, (row = { item, index, drawn: drawRow(plan, inner, view, key) }))
      }
      keys.push(key)
      drawn.push(row?.drawn)
    })
    if (known.size > keys.length) {
      const here = new Set(keys)
      for (const key of known.keys()) if (!here.has(key)) known.delete(key)
    }
    return this.flat ? drawn : this.chunked(keys, drawn)
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
