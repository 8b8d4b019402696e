import type { Contract, Form, Vocabulary } from '../contract/contract.ts'
import type { Texts } from '../contract/contract.ts'
import { memo } from '../source/memo.ts'

/** Equal lists of the same objects. */
export const same = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((item, index) => item === b[index])

const joinedKeys = memo((texts: Texts): string => [...texts.keys()].join())
const joinedIds = memo((forms: ReadonlyMap<string, Form>): string => [...forms.keys()].join())
const signature = (texts: Texts, key: string): string | undefined => {
  const names = texts.arguments(key)
  return names && [...names].join()
}

/** Texts that note what is read of them, so that a compilation is repeated only when that has changed. */
export class TextReads implements Texts {
  readonly #texts: Texts
  readonly #read = new Map<string, string | undefined>()
  /** The names of all texts, if they were read: a suggestion depends on them. */
  #keys: string | undefined

  constructor(texts: Texts) {
    this.#texts = texts
  }

  arguments(key: string): ReturnType<Texts['arguments']> {
    this.#read.set(key, signature(this.#texts, key))
    return this.#texts.arguments(key)
  }

  keys(): Iterable<string> {
    this.#keys = joinedKeys(this.#texts)
    return this.#texts.keys()
  }

  holdFor(texts: Texts): boolean {
    return (
      texts === this.#texts ||
      ((this.#keys === undefined || this.#keys === joinedKeys(texts)) &&
        [...this.#read].every(([key, read]) => signature(texts, key) === read))
    )
  }
}

/** Forms that note which of them are read. */
export class FormReads extends Map<string, Form> {
  readonly #forms: ReadonlyMap<string, Form>
  readonly #read = new Map<string, Form | undefined>()
  #ids: string | undefined
  #all = false

  constructor(forms: ReadonlyMap<string, Form>) {
    super(forms)
    this.#forms = forms
  }

  override get(id: string): Form | undefined {
    this.#read.set(id, super.get(id))
    return super.get(id)
  }

  override has(id: string): boolean {
    return this.get(id) !== undefined
  }

  override keys(): MapIterator<string> {
    this.#ids = joinedIds(this.#forms)
    return super.keys()
  }

  override get size(): number {
    this.#ids = joinedIds(this.#forms)
    return super.size
  }

  override values(): MapIterator<Form> {
    this.#all = true
    return super.values()
  }

  override entries(): MapIterator<[string, Form]> {
    this.#all = true
    return super.entries()
  }

  override [Symbol.iterator](): MapIterator<[string, Form]> {
    return this.entries()
  }

  override forEach(visit: (form: Form, id: string, forms: Map<string, Form>) => void): void {
    this.#all = true
    super.forEach(visit)
  }

  holdFor(forms: ReadonlyMap<string, Form>): boolean {
    return (
      forms === this.#forms ||
      (!this.#all &&
        (this.#ids === undefined || this.#ids === joinedIds(forms)) &&
        [...this.#read].every(([id, read]) => forms.get(id) === read))
    )
  }
}

/** Reads of a contract during a compilation. The result is the same for each contract for which `holds` is true. */
export interface Reads {
  vocabulary: Vocabulary
  texts: TextReads
  forms: FormReads
}

/** The contract for one compilation, and what will have been read of it. */
export function recordReads(contract: Contract): { contract: Contract; noted: Reads } {
  const { vocabulary } = contract
  const [texts, forms] = [new TextReads(contract.texts), new FormReads(contract.forms)]
  return { contract: { ...contract, texts, forms }, noted: { vocabulary, texts, forms } }
}

/** Whether all that was read is the same in another contract. */
export const holds = ({ vocabulary, texts, forms }: Reads, contract: Contract): boolean =>
  vocabulary === contract.vocabulary && texts.holdFor(contract.texts) && forms.holdFor(contract.forms)
