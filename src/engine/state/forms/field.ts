import { useEffect, useRef, useState } from 'react'
import { isAboveMaximum, type FieldError, type FieldInfo } from '../../language/forms/rules.ts'
import { createAtom, set, type Atom, type ExternalStore, type WritableAtom } from '../store.ts'

export interface FieldState {
  value: unknown
  /** The user has left it, or tried to submit the form. */
  touched: boolean
  /** Its error, shown once it is touched; of a typed value above its maximum at once. */
  error: FieldError | null
}

/** One value of a form on screen, with its own subscribers: typing here renders nothing else. */
export interface Field {
  /** "amount", "address.city", "rows.0.name". */
  readonly path: string
  /** The user has changed it: a starting value yields. */
  readonly typed: boolean
  /** Value, error and touched flag. */
  state: ExternalStore<FieldState>
  value: Atom<unknown>
  touched: Atom<boolean>
  error: Atom<FieldError | null>
  /** Undefined or the empty text where it is empty; null is a value. */
  set(value: unknown): void
  /** The user leaves the field: from now on its error is shown. */
  touch(): void
  /** An error from elsewhere (the server, a broken file); the next change of the field removes it. */
  setError(error: FieldError): void
  /** The schema and widget it is rendered with, for its messages; before the render, its schema. */
  readonly info: FieldInfo | undefined
  describe(info: FieldInfo): void
}

/** State of a field besides its value. */
interface FieldFacts {
  typed: boolean
  /** The user has emptied it: its default is not filled in again. */
  emptied: boolean
  touched: boolean
  currentError: FieldError | null
  failure: FieldError | null
}
export const UNTOUCHED: FieldFacts = { typed: false, emptied: false, touched: false, currentError: null, failure: null }

type Aspect = 'value' | 'touched' | 'error'
const NO_LISTENERS: readonly (() => void)[] = []

/** Lightweight: a form creates one per field and writes one at each keystroke. Atoms are created on demand. */
export class FieldStore implements Field, ExternalStore<FieldState> {
  readonly state = this
  typed = false
  emptied = false
  /** Its error, shown or not. */
  currentError: FieldError | null = null
  /** An external error for exactly this value: it stays until the value changes. */
  failure: FieldError | null = null
  info: FieldInfo | undefined
  private listeners: readonly (() => void)[] = NO_LISTENERS
  private snapshot: FieldState
  private atoms: { [K in Aspect]?: WritableAtom<FieldState[K]> } | null = null

  constructor(
    readonly path: string,
    value: unknown,
    private readonly onChange: (field: FieldStore, value: unknown) => void,
    private readonly onBlur: (field: FieldStore) => void,
  ) {
    this.snapshot = { value, touched: false, error: null }
  }

  readonly getSnapshot = (): FieldState => this.snapshot

  readonly watch = (changed: () => void): (() => void) => {
    this.listeners = [...this.listeners, changed]
    return () => {
      this.listeners = this.listeners.filter((listener) => listener !== changed)
    }
  }

  get value(): Atom<unknown> {
    return ((this.atoms ??= {}).value ??= createAtom(this.snapshot.value))
  }

  get touched(): Atom<boolean> {
    return ((this.atoms ??= {}).touched ??= createAtom(this.snapshot.touched))
  }

  get error(): Atom<FieldError | null> {
    return ((this.atoms ??= {}).error ??= createAtom(this.snapshot.error))
  }

  /** Writes only differences: an unchanged field does not render. */
  put(value: unknown, touched: boolean): void {
    const { snapshot, atoms } = this
    const error = touched || (this.typed && isAboveMaximum(this.currentError)) ? this.currentError : null
    if (snapshot.touched === touched && snapshot.error === error && Object.is(snapshot.value, value)) return
    this.snapshot = { value, touched, error }
    if (atoms?.value && !Object.is(snapshot.value, value)) set(atoms.value, value)
    if (atoms?.touched && snapshot.touched !== touched) set(atoms.touched, touched)
    if (atoms?.error && snapshot.error !== error) set(atoms.error, error)
    for (const changed of this.listeners) changed()
  }

  set(value: unknown): void {
    const next = value === '' ? undefined : value
    this.typed = true
    this.emptied = next === undefined
    this.failure = null
    this.onChange(this, next)
  }

  touch(): void {
    this.onBlur(this)
  }

  setError(failure: FieldError): void {
    this.failure = failure
    this.currentError = failure
    this.put(this.snapshot.value, true)
  }

  describe(info: FieldInfo): void {
    this.info = info
  }

  facts(): FieldFacts {
    const { typed, emptied, currentError, failure } = this
    return { typed, emptied, currentError, failure, touched: this.snapshot.touched }
  }

  restore({ typed, emptied, currentError, failure, touched }: FieldFacts): void {
    this.typed = typed
    this.emptied = emptied
    this.currentError = currentError
    this.failure = failure
    this.put(this.snapshot.value, touched)
  }
}

/**
 * The state of a field, for its widget. useSyncExternalStore compares the store again in an effect after each change: 6 % of a
 * keystroke in a form of 15 fields.
 */
export function useFieldState({ state }: Field): FieldState {
  const [, rerender] = useState(state.getSnapshot)
  const rendered = useRef(state.getSnapshot())
  useEffect(() => {
    const update = () => {
      const snapshot = state.getSnapshot()
      if (snapshot === rendered.current) return
      rendered.current = snapshot
      rerender(snapshot)
    }
    // A change between the render and the subscription.
    update()
    return state.watch(update)
  }, [state])
  return state.getSnapshot()
}
