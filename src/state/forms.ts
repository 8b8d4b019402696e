import type { FormDef, FormField, Json } from '../core/program.ts'
import { checkField, checkForm, type Bounds, type FieldError, type Values } from '../core/rules.ts'
import { cell, derived, get, set, setAll, useValue, type Atom, type Cell } from './store.ts'

/** One field of a form on screen. Its cells are its own: typing here wakes nobody else. */
export interface Field {
  def: FormField
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

interface Own extends Field {
  value: Cell<unknown>
  touched: Cell<boolean>
  wrong: Cell<FieldError | null>
  typed: boolean
  /** What `wrong` holds: read at every keystroke, in every field. */
  found: FieldError | null
}

export function createForm(def: FormDef): Form {
  let bounds: Bounds = {}
  /** What the cells hold, at hand for checking. */
  const current = Object.create(null) as Record<string, unknown>
  const fields: Own[] = def.fields.map((field) => createField(field))
  const byName = new Map(fields.map((field) => [field.def.name, field]))
  const values = derived<Values>((read) => Object.fromEntries(fields.map((field) => [field.def.name, read(field.value)])))

  function createField(field: FormField): Own {
    const value = cell<unknown>(emptyOf(field))
    current[field.name] = emptyOf(field)
    const touched = cell(false)
    const wrong = cell<FieldError | null>(null)
    const error = derived((read) => (read(touched) ? read(wrong) : null))
    const self: Own = {
      def: field,
      value,
      touched,
      wrong,
      error,
      typed: false,
      found: null,
      set(next) {
        self.typed = true
        current[field.name] = next
        set(value, next)
        check()
      },
      touch() {
        set(touched, true)
        check()
      },
      fail(failure) {
        self.found = failure
        setAll([
          [wrong as Cell<unknown>, failure],
          [touched as Cell<unknown>, true],
        ])
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

  /** Writes only what differs: a field whose error stays the same is not drawn. */
  function check(): Map<string, FieldError> {
    const errors = checkForm(def, current, bounds, checkChanged)
    const changes: [Cell<unknown>, unknown][] = []
    for (const field of fields) {
      const error = errors.get(field.def.name) ?? null
      if (sameError(field.found, error)) continue
      field.found = error
      changes.push([field.wrong as Cell<unknown>, error])
    }
    if (changes.length > 0) setAll(changes)
    return errors
  }

  return {
    def,
    fields,
    values,
    field: (name) => byName.get(name) ?? null,
    start(initial) {
      const changes: [Cell<unknown>, unknown][] = []
      for (const field of fields) {
        const { name } = field.def
        if (!field.typed && Object.hasOwn(initial, name) && initial[name] !== undefined && initial[name] !== null && get(field.value) !== initial[name]) {
          current[name] = initial[name]
          changes.push([field.value, initial[name]])
        }
      }
      if (changes.length > 0) setAll(changes)
    },
    bound(next) {
      if (JSON.stringify(next) === JSON.stringify(bounds)) return
      bounds = next
      check()
    },
    submit() {
      const errors = check()
      setAll(fields.map((field) => [field.touched as Cell<unknown>, true] as const))
      if (errors.size > 0) return null
      const filled: Record<string, unknown> = {}
      for (const field of fields) {
        const value = get(field.value)
        if (value !== '' && value !== null && value !== undefined) filled[field.def.name] = value
      }
      return filled
    },
    firstWrong: () => fields.find((field) => get(field.error) !== null) ?? null,
    reset() {
      for (const field of fields) {
        field.typed = false
        field.found = null
        current[field.def.name] = emptyOf(field.def)
      }
      setAll(fields.flatMap((field) => [[field.value, emptyOf(field.def)], [field.touched as Cell<unknown>, false], [field.wrong as Cell<unknown>, null]] as const))
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

/** The cells of one field, read by its editor alone. */
export function useFieldState(field: Field): { value: unknown; error: FieldError | null; touched: boolean } {
  return { value: useValue(field.value), error: useValue(field.error), touched: useValue(field.touched) }
}
