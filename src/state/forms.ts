import type { FormDef, FormField, Json } from '../core/program.ts'
import { checkField, checkForm, type Bounds, type FieldError, type Values } from '../core/rules.ts'
import { cell, derived, update, useSource, type Atom, type Source } from './store.ts'

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
  /** Checks everything and shows every error. The values to send, without the empty ones; null when something is wrong. */
  submit(): Record<string, unknown> | null
  /** The first field with an error, in order. */
  firstWrong(): Field | null
  reset(): void
}

/** Light, for a form makes one for each field and writes one at each keystroke. */
class FieldCell implements Source<FieldState> {
  private readonly watchers = new Set<() => void>()

  constructor(private state: FieldState) {}

  readonly now = (): FieldState => this.state
  readonly watch = (changed: () => void): (() => void) => {
    this.watchers.add(changed)
    return () => this.watchers.delete(changed)
  }

  put(state: FieldState): void {
    this.state = state
    for (const changed of this.watchers) changed()
  }
}

interface Own extends Field {
  state: FieldCell
  typed: boolean
  /** What is wrong with it, shown or not. */
  wrong: FieldError | null
}

export function createForm(def: FormDef): Form {
  let bounds: Bounds = {}
  /** What the fields hold, at hand for checking. */
  const current = Object.create(null) as Record<string, unknown>
  /** Changes with any field, for those who watch more than one. */
  const version = cell(0)
  const seen = <T>(look: () => T): Atom<T> =>
    derived((read) => {
      read(version)
      return look()
    })
  const fields: Own[] = def.fields.map((field) => createField(field))
  const byName = new Map(fields.map((field) => [field.def.name, field]))

  function createField(field: FormField): Own {
    const state = new FieldCell({ value: emptyOf(field), touched: false, error: null })
    current[field.name] = emptyOf(field)
    const self: Own = {
      def: field,
      state,
      value: seen(() => state.now().value),
      touched: seen(() => state.now().touched),
      error: seen(() => state.now().error),
      typed: false,
      wrong: null,
      set(value) {
        self.typed = true
        current[field.name] = value
        check()
        show()
      },
      touch() {
        check()
        show([self])
      },
      fail(failure) {
        self.wrong = failure
        show([self])
      },
    }
    return self
  }

  /** A keystroke changes one field: what the others were found to be still holds. */
  const checked = new Map<FormField, { value: unknown; bound: Bounds[string]; error: FieldError | null }>()
  function checkChanged(field: FormField, value: unknown, bound: Bounds[string]): FieldError | null {
    const last = checked.get(field)
    if (last && Object.is(last.value, value) && last.bound === bound) return last.error
    const error = checkField(field, value, bound)
    checked.set(field, { value, bound, error })
    return error
  }

  function check(): Map<string, FieldError> {
    const errors = checkForm(def, current, bounds, checkChanged)
    for (const field of fields) {
      const error = errors.get(field.def.name) ?? null
      if (!sameError(field.wrong, error)) field.wrong = error
    }
    return errors
  }

  /** Writes only what differs: a field that stays the same is not drawn. `left` are fields whose errors are shown from now on. */
  function show(left: readonly Own[] = []): void {
    let changed = false
    for (const field of fields) {
      const { state, wrong, def: { name } } = field
      const before = state.now()
      const value = current[name]
      const touched = before.touched || left.includes(field)
      const error = touched ? wrong : null
      if (before.touched === touched && before.error === error && Object.is(before.value, value)) continue
      changed = true
      state.put({ value, touched, error })
    }
    if (changed) update(version, (n) => n + 1)
  }

  return {
    def,
    fields,
    values: seen<Values>(() => ({ ...current })),
    field: (name) => byName.get(name) ?? null,
    start(initial) {
      for (const field of fields) {
        const { name } = field.def
        if (!field.typed && Object.hasOwn(initial, name) && initial[name] !== undefined && initial[name] !== null) current[name] = initial[name]
      }
      show()
    },
    bound(next) {
      if (next === bounds || JSON.stringify(next) === JSON.stringify(bounds)) return
      bounds = next
      check()
      show()
    },
    submit() {
      const errors = check()
      show(fields)
      if (errors.size > 0) return null
      const filled: Record<string, unknown> = {}
      for (const field of fields) {
        const value = current[field.def.name]
        if (value !== '' && value !== null && value !== undefined) filled[field.def.name] = value
      }
      return filled
    },
    firstWrong: () => fields.find((field) => field.state.now().error !== null) ?? null,
    reset() {
      for (const field of fields) {
        field.typed = false
        field.wrong = null
        current[field.def.name] = emptyOf(field.def)
        field.state.put({ value: emptyOf(field.def), touched: false, error: null })
      }
      update(version, (n) => n + 1)
    },
  }
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
