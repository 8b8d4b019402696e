import type { FormDef, FormField, Json } from '../core/program.ts'
import { checkField, checkRules, type Bounds, type FieldError, type Values } from '../core/rules.ts'
import { isSecret } from '../core/secrets.ts'
import type { Draft } from './drafts.ts'
import { cell, get, set, useSource, useWatched, type Atom, type Cell, type Source } from './store.ts'

export interface FieldState {
  value: unknown
  /** The reader has left it, or tried to send the form. */
  touched: boolean
  /** What is wrong with it, shown once it is touched. */
  error: FieldError | null
}

/** One field of a form on screen. What it knows is its own: typing here wakes nobody else. */
export interface Field {
  def: FormField
  /** The reader has changed it: a starting value yields. */
  typed: boolean
  /** All of it at once, for its editor. */
  state: Source<FieldState>
  value: Atom<unknown>
  /** The reader has left it, or tried to send the form. */
  touched: Atom<boolean>
  /** What is wrong with it, shown once it is touched. */
  error: Atom<FieldError | null>
  set(value: unknown): void
  /** The reader leaves the field: from now on its error is shown. */
  touch(): void
  /** An error from elsewhere (the server, a broken file); the next change of the field removes it. */
  fail(error: FieldError): void
}

/** What is typed into one form of one screen. Lives as long as the screen does, whatever is drawn of it. */
export interface Form {
  def: FormDef
  fields: readonly Field[]
  field(name: string): Field | null
  /** All values, by field. */
  values: Atom<Values>
  /** Starting values yield to what the reader has typed. */
  start(values: Values): void
  bound(bounds: Bounds): void
  /** As if the reader had typed them; null empties a field. */
  enter(values: Values): void
  /** Fields as nobody had touched them. */
  clear(names: readonly string[]): void
  /** Checks everything and shows every error. The values to send, without the empty ones; null when something is wrong. */
  submit(): Record<string, unknown> | null
  /** The first field with an error, in order. */
  firstWrong(): Field | null
  /** What was typed has arrived: it is no draft any more. */
  sent(): void
  /** Takes what is typed into the same form of the screen that stood here before, secrets included. */
  takeOver(before: Form): void
  reset(): void
}

type Look = 'value' | 'touched' | 'error'
const NOBODY: readonly (() => void)[] = []

/** Light, for a form makes one for each field and writes one at each keystroke: atoms are made for who asks for them. */
class FormCell implements Field, Source<FieldState> {
  readonly state = this
  typed = false
  /** What is wrong with it by itself or with others, shown or not. */
  wrong: FieldError | null = null
  private watchers: readonly (() => void)[] = NOBODY
  private shown: FieldState
  private atoms: { [K in Look]?: Cell<FieldState[K]> } | null = null

  constructor(
    readonly def: FormField,
    private readonly changed: (field: FormCell) => void,
    private readonly left: (field: FormCell) => void,
  ) {
    this.shown = { value: emptyOf(def), touched: false, error: null }
  }

  now(): FieldState {
    return this.shown
  }

  watch(changed: () => void): () => void {
    this.watchers = [...this.watchers, changed]
    return () => {
      this.watchers = this.watchers.filter((one) => one !== changed)
    }
  }

  get value(): Atom<unknown> {
    return ((this.atoms ??= {}).value ??= cell(this.shown.value))
  }

  get touched(): Atom<boolean> {
    return ((this.atoms ??= {}).touched ??= cell(this.shown.touched))
  }

  get error(): Atom<FieldError | null> {
    return ((this.atoms ??= {}).error ??= cell(this.shown.error))
  }

  /** Writes only what differs: a field that stays the same is not drawn. True when something did. */
  put(value: unknown, touched: boolean): boolean {
    const { shown, atoms } = this
    const error = touched ? this.wrong : null
    if (shown.touched === touched && shown.error === error && Object.is(shown.value, value)) return false
    this.shown = { value, touched, error }
    if (atoms?.value && !Object.is(shown.value, value)) set(atoms.value, value)
    if (atoms?.touched && shown.touched !== touched) set(atoms.touched, touched)
    if (atoms?.error && shown.error !== error) set(atoms.error, error)
    for (const changed of this.watchers) changed()
    return true
  }

  set(value: unknown): void {
    this.typed = true
    this.put(value, this.shown.touched)
    this.changed(this)
  }

  touch(): void {
    this.left(this)
  }

  fail(failure: FieldError): void {
    this.wrong = failure
    this.put(this.shown.value, true)
  }
}

/** With a draft, what was typed before is there again, and what is typed now is kept; secrets are not. */
export function createForm(def: FormDef, draft?: Draft): Form {
  let bounds: Bounds = {}
  let valuesAtom: Cell<Values> | null = null
  /** What is wrong with each field by itself. A keystroke changes one; what the others were found to be still holds. */
  const alone = new Map<string, FieldError>()
  /** The fields have still to be checked: a form that nobody has touched shows no errors, and need not know of any to be drawn. */
  let unchecked = true
  const fields = def.fields.map((field) => new FormCell(field, changed, left))
  const byName = new Map(fields.map((field) => [field.def.name, field]))

  const valueOf = (name: string): unknown => byName.get(name)?.now().value
  const valuesNow = (): Values => Object.fromEntries(fields.map((field) => [field.def.name, field.now().value]))

  function checkAlone(field: FormCell): void {
    const { name } = field.def
    const error = checkField(field.def, field.now().value, Object.hasOwn(bounds, name) ? bounds[name] : undefined)
    if (error) alone.set(name, error)
    else alone.delete(name)
  }

  /** Shows what is wrong where it may be shown; `more` says where from now on. */
  function show(more?: (field: FormCell) => boolean): ReadonlyMap<string, FieldError> {
    if (unchecked) for (const field of fields) checkAlone(field)
    unchecked = false
    const errors = def.rules.length === 0 ? alone : checkRules(def, valueOf, alone)
    for (const field of fields) {
      const error = errors.get(field.def.name) ?? null
      const opens = more?.(field) ?? false
      if (!opens && sameError(field.wrong, error)) continue
      if (!sameError(field.wrong, error)) field.wrong = error
      const { value, touched } = field.now()
      field.put(value, touched || opens)
    }
    if (valuesAtom) set(valuesAtom, valuesNow())
    return errors
  }

  function changed(field: FormCell): void {
    if (!isSecret(field.def)) draft?.write(field.def.name, field.now().value)
    checkAlone(field)
    show()
  }

  function left(field: FormCell): void {
    checkAlone(field)
    show((one) => one === field)
  }

  /** The values or the bounds are others. */
  function renew(): void {
    unchecked = true
    if (fields.some((field) => field.now().touched)) show()
    else if (valuesAtom) set(valuesAtom, valuesNow())
  }

  function empty(field: FormCell | undefined): void {
    if (!field) return
    field.typed = false
    field.wrong = null
    field.put(emptyOf(field.def), false)
    checkAlone(field)
  }

  if (draft) {
    for (const field of fields) {
      const kept = isSecret(field.def) ? undefined : draft.read(field.def.name)
      if (kept !== undefined) retype(field, kept, false)
    }
  }

  return {
    def,
    fields,
    get values() {
      return (valuesAtom ??= cell(valuesNow()))
    },
    field: (name) => byName.get(name) ?? null,
    start(initial) {
      for (const field of fields) {
        const { name } = field.def
        const value = Object.hasOwn(initial, name) ? initial[name] : undefined
        if (!field.typed && value !== undefined && value !== null) field.put(value, field.now().touched)
      }
      renew()
    },
    bound(next) {
      if (JSON.stringify(next) === JSON.stringify(bounds)) return
      bounds = next
      renew()
    },
    enter(values) {
      for (const field of fields) if (Object.hasOwn(values, field.def.name)) field.set(values[field.def.name] ?? emptyOf(field.def))
    },
    clear(names) {
      for (const name of names) {
        draft?.write(name, undefined)
        empty(byName.get(name))
      }
      show()
    },
    submit() {
      unchecked = true
      if (show(() => true).size > 0) return null
      return Object.fromEntries(Object.entries(valuesNow()).filter(([, value]) => value !== '' && value !== null && value !== undefined))
    },
    sent: () => draft?.clear(),
    takeOver(before) {
      for (const field of fields) {
        const other = before.field(field.def.name)
        if (other?.typed && other.def.kind === field.def.kind) retype(field, get(other.value), get(other.touched))
      }
      renew()
    },
    firstWrong: () => fields.find((field) => field.now().error !== null) ?? null,
    reset() {
      draft?.clear()
      for (const field of fields) empty(field)
      if (valuesAtom) set(valuesAtom, valuesNow())
    },
  }
}

function retype(field: FormCell, value: unknown, touched: boolean): void {
  field.typed = true
  field.put(value, touched)
}

function emptyOf(field: FormField): Json {
  const { default: start, type } = field.shape
  if (start !== undefined) return start
  return type === 'boolean' ? false : type === 'string' ? '' : null
}

function sameError(a: FieldError | null, b: FieldError | null): boolean {
  return a === b || (a !== null && b !== null && a.key === b.key && JSON.stringify(a.args) === JSON.stringify(b.args))
}

/** What a field knows, for the one who draws it. */
export const useFieldState = (field: Field): FieldState => useSource(field.state)
/** The same for the one element that draws it, which takes the ref. */
export const useFieldView = (field: Field): [state: FieldState, ref: (element: Element | null) => () => void] => useWatched(field.state)
