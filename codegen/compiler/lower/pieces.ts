import type { ProjectIndex } from '../projectIndex.ts'
import type { PartAnswer } from '../parts/compiledPart.ts'
import { sameForUsers } from '../parts/compiledPart.ts'
import type { JsonNode } from '../source/source.ts'

type Effect = () => void

/** The compilation of a node, or of the value of a keyword. */
interface Piece {
  /** Effects on the unit, in order; those of an inner piece are at its position. */
  effects: (Effect | Piece)[]
  /** The answer for each part that it asked for. */
  parts: Map<string, PartAnswer>
  run: number
  result: unknown
}

/**
 * The pieces that a screen has been compiled in. When only parts have changed since, a piece that asked for none of them has the same
 * context and the same result: what it did to the unit is done again, and it is not compiled.
 */
export class Pieces {
  #run = 0
  #open: Piece[] = []
  #inSteps = 0
  readonly #known = { node: new Map<JsonNode, Piece>(), value: new Map<JsonNode, Piece>() }
  /** Compiled more than once in a run: each time in another context. */
  readonly #repeated = new Set<JsonNode>()

  /** Begins a run. Returns an index that notes which parts a piece asks for. */
  begin(index: ProjectIndex): ProjectIndex {
    this.#run += 1
    this.#open = []
    this.#inSteps = 0
    return {
      rules: index.rules,
      routes: index.routes,
      partIds: () => index.partIds(),
      part: (id) => {
        const answer = index.part(id)
        for (const piece of this.#open) piece.parts.set(id, answer)
        return answer
      },
    }
  }

  note(effect: Effect): void {
    this.#open.at(-1)?.effects.push(effect)
  }

  compile<T>(kind: 'node' | 'value', key: JsonNode, index: ProjectIndex, compile: () => T): T {
    if (this.#inSteps > 0) return compile()
    const known = this.#known[kind].get(key)
    if (known?.run === this.#run) this.#repeated.add(key)
    if (known && !this.#repeated.has(key) && isCurrent(known, index)) {
      known.run = this.#run
      repeat(known)
      this.#open.at(-1)?.effects.push(known)
      return known.result as T
    }
    const piece: Piece = { effects: [], parts: new Map(), run: this.#run, result: undefined }
    this.#open.push(piece)
    const result = compile()
    piece.result = result
    this.#open.pop()
    this.#open.at(-1)?.effects.push(piece)
    this.#known[kind].set(key, piece)
    return result
  }

  /** Compiles nodes of steps: what is known in them depends on the parts in the steps before. */
  inSteps<T>(compile: () => T): T {
    this.#inSteps += 1
    const result = compile()
    this.#inSteps -= 1
    return result
  }
}

/** Asks for each part again, so that the pieces around it note it too. */
function isCurrent({ parts }: Piece, index: ProjectIndex): boolean {
  let current = true
  for (const [id, answer] of parts) current = sameForUsers(answer, index.part(id)) && current
  return current
}

function repeat({ effects }: Piece): void {
  for (const effect of effects)
    if (typeof effect === 'function') effect()
    else repeat(effect)
}
