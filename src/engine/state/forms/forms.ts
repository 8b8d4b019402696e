import type { FormValidators } from '../../language/forms/formModule.ts'
import { fieldsOf, propertyNames, type FormField } from '../../language/forms/forms.ts'
import type { FormDef, Shape } from '../../language/expressions/program.ts'
import {
  checkBounds,
  checkRules,
  errorsByPath,
  isAboveMaximum,
  type Bounds,
  type FieldError,
  type FieldInfo,
  type Values,
} from '../../language/forms/rules.ts'
import { secretNames } from '../../language/forms/secrets.ts'
import type { Draft } from './drafts.ts'
import { FieldStore, UNTOUCHED, type Field } from './field.ts'
import { defaultsOf, isBlank, own, readableOf, stepsOf, valueAt, withValue } from './formValues.ts'
import { movedPaths, remainingItems } from './listItems.ts'
import { createAtom, set, type Atom, type WritableAtom } from '../store.ts'

const IN_LIST = /\.\d+(\.|$)/

/** The RJSF form that renders a form; it has its own copy of the data, and gets typed values when it needs them. */
export interface FormPort {
  change(path: readonly (string | number)[], value: unknown): void
  /** The data as it is sent, without what belongs to no current field or is blank, and the paths where nothing is wrong therefore. */
  payload(values: Values): { data: unknown; settled: readonly string[] }
}

/** The values typed into one form of one screen. Lives as long as the screen, independent of renders. */
export interface Form {
  def: FormDef
  /** The compiled validators, by schema. */
  validators: FormValidators
  /** The field at a path, "" for the root; null for a path that the schema does not have at its top. */
  field(path: string): Field | null
  /** The values of the top-level properties, as expressions read them: what is empty is null, or the empty text. */
  values: Atom<Values>
  /** The data without empty values. */
  data(): Values
  /** Starting values yield to what the user has typed. A blank one after another resets the field. */
  setInitialValues(values: Values): void
  /** Fills fields that the user has not typed into, once: unlike a starting value, none of these returns after a submission. */
  prefill(values: Values): void
  setBounds(bounds: Bounds): void
  /** As if the user had typed them; null empties a field. */
  setValues(values: Values): void
  /** Resets fields to untouched; of the steps of a submission, only those that still have the value that it has sent. */
  clear(names: readonly string[], submission?: object): void
  /** Associates the detail of a submission with the data that it sends. */
  beginSubmission(detail: object, sent: Values): void
  /** All errors, by path, shown or not. */
  check(): ReadonlyMap<string, FieldError>
  /** Errors beyond the schema: bounds and rules. */
  checkBeyondSchema(): ReadonlyMap<string, FieldError>
  /** Shows every error; returns their number. */
  showErrors(): ReadonlyMap<string, FieldError>
  /** The RJSF form is mounted with this data. Returns the function that disconnects it. */
  connect(port: FormPort, known: Values): () => void
  /** Passes typed values not yet known to the RJSF form to it. */
  commit(): void
  /** The data as it is sent. */
  payload(data: Values): Values
  /** Drops values typed into fields that a condition has removed since, and optional values in which nothing is entered. */
  prune(): void
  /** The user has chosen an alternative of the value at this path. */
  choose(path: string): void
  isChosen(path: string): boolean
  /** Data without the defaults of fields that the user has emptied. */
  withoutEmptied(data: Values): Values
  /** The items of a list are about to move: `origins` are their present positions, in the coming order. The state of an item moves with it. */
  moveItems(list: string, origins: readonly number[]): void
  /** Passes changes immediately where a condition of the schema reads this property. */
  watchConditions(names: ReadonlySet<string>): void
  /** The RJSF form has new data: defaults, items added and removed, another alternative. */
  receive(data: Values): void
  /** The values that were sent, by default all, were accepted: they are no longer typed, and no draft. */
  markSubmitted(sent?: Values): void
  /** Takes over the values typed into this form of the replaced screen, secrets included. */
  inheritFrom(previous: Form): void
  /** The paths that the user has typed into. */
  typedPaths(): readonly string[]
  reset(): void
}

interface FormIndex {
  properties: readonly FormField[]
  byName: ReadonlyMap<string, FormField>
  /** Properties that no draft may contain. */
  secret: ReadonlySet<string>
  names: ReadonlySet<string>
}
const indexes = new WeakMap<FormDef, FormIndex>()

/** Data derived only from the form's definition: cached for when the screen is entered again. */
function indexOf(def: FormDef): FormIndex {
  let index = indexes.get(def)
  if (!index) {
    const properties = fieldsOf(def)
    indexes.set(
      def,
      (index = {
        properties,
        byName: new Map(properties.map((field) => [field.name, field])),
        secret: secretNames(def),
        names: propertyNames(def.schema),
      }),
    )
  }
  return index
}

/** With a draft, earlier typed values are restored, and new ones are stored; secrets are not. */
export function createForm(def: FormDef, validators: FormValidators, draft?: Draft): Form {
  const { properties, byName, secret, names } = indexOf(def)
  const stores = new Map<string, FieldStore>()
  const pending = new Set<string>()
  const chosen = new Set<string>()
  /** The starting values, as JSON; "" for a blank one, null for one that the submitted value has replaced. */
  const initialJson = new Map<string, string | null>()
  /** Initial values that have changed while the field had a typed value. */
  const skippedInitial = new Map<string, unknown>()
  const submissions = new WeakMap<object, Values>()
  /** Paths that were set to their maximum, other than by typing. */
  const atMaximum = new Set<string>()
  let values: Record<string, unknown> = defaultsOf(def.schema)
  let bounds: Bounds = {}
  let conditions: ReadonlySet<string> = new Set()
  let port: FormPort | null = null
  let valuesAtom: WritableAtom<Values> | null = null

  const store = (path: string): FieldStore => {
    let field = stores.get(path)
    if (!field) stores.set(path, (field = new FieldStore(path, valueAt(values, path), onChange, onBlur)))
    return field
  }

  /** The user has typed into a property or into what is within it. */
  const isTyped = (name: string): boolean =>
    [...stores.values()].some(({ path, typed }) => typed && (path === name || path.startsWith(`${name}.`)))

  const infoAt = (path: string): FieldInfo | undefined => stores.get(path)?.info ?? infoOf(byName.get(path))

  function beyondSchema(errors: ReadonlyMap<string, FieldError>): ReadonlyMap<string, FieldError> {
    let result = errors
    for (const [path, bound] of Object.entries(bounds)) {
      const error = bound && !errors.has(path) ? checkBounds(valueAt(values, path), bound) : null
      if (error) result = new Map(result).set(path, error)
    }
    return def.rules.length === 0 ? result : checkRules(def, (name) => own(values, name), result)
  }

  function check(): ReadonlyMap<string, FieldError> {
    const errors = validators.main(values)
      ? new Map<string, FieldError>()
      : errorsByPath(validators.main.errors ?? [], infoAt, def.schema)
    if (port && [...errors.keys()].some(isWithin))
      for (const settled of port.payload(values).settled)
        for (const path of errors.keys()) if (path === settled || path.startsWith(`${settled}.`)) errors.delete(path)
    return beyondSchema(errors)
  }

  /** Whether a path is within a property, or of one that is an object, a list or a boolean without a value. */
  function isWithin(path: string): boolean {
    const value = own(values, path)
    return (
      path.includes('.') ||
      typeof value === 'object' ||
      (value === undefined && byName.get(path)?.widget === 'checkbox')
    )
  }

  const isAboveBound = (path: string, value: unknown): boolean => {
    const bound = bounds[path]
    return bound !== undefined && isAboveMaximum(checkBounds(value, bound))
  }

  /** Shows errors where they may be shown; fields matching `opens` become touched. */
  function show(touches?: (field: FieldStore) => boolean): ReadonlyMap<string, FieldError> {
    const errors = check()
    for (const field of stores.values()) {
      const error = field.failure ?? errors.get(field.path) ?? null
      const { value, touched } = field.getSnapshot()
      if (!sameError(field.currentError, error)) field.currentError = error
      field.put(value, touched || (touches?.(field) ?? false))
    }
    return errors
  }

  /** Whether an error is or may be shown on any field: an untouched form within its maxima needs no check. */
  function needsCheck(): boolean {
    for (const field of stores.values()) {
      if (field.currentError !== null || field.getSnapshot().touched) return true
      if (field.typed && isAboveBound(field.path, valueAt(values, field.path))) return true
    }
    return false
  }

  /** Lowers the values that were set to their maximum to the present one. Whether there is one. */
  function lowerToMaximum(): boolean {
    const lowered = [...atMaximum].filter(
      (path) =>
        stores.get(path)?.typed && checkBounds(valueAt(values, path), bounds[path] ?? {})?.key === 'form.maximum',
    )
    for (const path of lowered) put(path, bounds[path]?.maximum, true)
    return lowered.length > 0
  }

  const publish = (): void => {
    if (valuesAtom) set(valuesAtom, readable())
  }

  /** Values as expressions are typed: every property is present (a conditional one only if filled); an empty text without a format is "", other types are null. */
  const readable = (): Values => {
    const joined = [...names].filter((name) => !byName.has(name) && own(values, name) !== undefined)
    return Object.fromEntries([
      ...properties.map(({ name, schema }) => [name, readableOf(own(values, name), schema)]),
      ...joined.map((name) => [name, own(values, name)]),
    ]) as Values
  }

  function write(path: string, value: unknown): void {
    values = withValue(values, path.split('.'), value) as Record<string, unknown>
    pending.add(path)
    atMaximum.delete(path)
  }

  function writeDraft(path: string): void {
    const name = path.split('.', 1)[0] ?? path
    const value = own(values, name)
    // A field that the user has emptied stays empty, with any later starting value.
    if (!secret.has(name)) draft?.write(name, value === undefined ? '' : value)
  }

  function onChange(field: FieldStore, value: unknown): void {
    write(field.path, value)
    writeDraft(field.path)
    field.put(value, field.getSnapshot().touched)
    if (needsCheck()) show()
    publish()
    // Items move within their list: the values typed into one are passed on before that.
    if (conditions.has(field.path.split('.', 1)[0] ?? '') || IN_LIST.test(field.path)) form.commit()
  }

  function onBlur(field: FieldStore): void {
    show((fieldStore) => fieldStore === field)
  }

  /** Sets a field's value programmatically. */
  function put(path: string, value: unknown, typed: boolean): void {
    const field = store(path)
    field.typed = typed
    field.emptied = typed && value === undefined
    field.failure = null
    write(path, value)
    if (typed && value !== undefined && value === bounds[path]?.maximum) atMaximum.add(path)
    if (typed) writeDraft(path)
    field.put(value, field.getSnapshot().touched)
  }

  function setInitial(name: string, value: unknown): void {
    const json = isBlank(value) ? '' : JSON.stringify(value)
    const last = initialJson.get(name)
    initialJson.set(name, json)
    if (isTyped(name)) {
      if (last !== undefined && last !== json) skippedInitial.set(name, value)
      return
    }
    if (json === '') {
      if (last !== undefined && last !== '') put(name, defaultsOf(def.schema)[name], false)
      return
    }
    // The user may have added items to an initial list.
    if (typeof value !== 'object' || last !== json) put(name, value, false)
  }

  function applyChanges(): void {
    if (needsCheck()) show()
    publish()
    form.commit()
  }

  const form: Form = {
    def,
    validators,
    get values() {
      return (valuesAtom ??= createAtom(readable()))
    },
    data: () => values,
    field(path) {
      const name = path.split('.', 1)[0] ?? path
      return path === '' || names.has(name) || stores.has(path) ? store(path) : null
    },
    setInitialValues(initial) {
      for (const name of names)
        if (Object.hasOwn(initial, name) || initialJson.has(name)) setInitial(name, own(initial, name))
      applyChanges()
    },
    prefill(filled) {
      for (const name of names) {
        if (!Object.hasOwn(filled, name) || isTyped(name)) continue
        put(name, isBlank(filled[name]) ? defaultsOf(def.schema)[name] : filled[name], false)
      }
      applyChanges()
    },
    setBounds(next) {
      if (JSON.stringify(next) === JSON.stringify(bounds)) return
      bounds = next
      if (lowerToMaximum()) applyChanges()
      else if (needsCheck()) show()
    },
    setValues(entered) {
      for (const name of names)
        if (Object.hasOwn(entered, name)) put(name, isBlank(entered[name]) ? undefined : entered[name], true)
      applyChanges()
    },
    clear(emptied, submission) {
      const sent = submission && submissions.get(submission)
      for (const name of emptied) {
        if (!names.has(name) || (sent && !sameJson(own(values, name), own(sent, name)))) continue
        initialJson.delete(name)
        skippedInitial.delete(name)
        for (const path of chosen) if (path === name || path.startsWith(`${name}.`)) chosen.delete(path)
        put(name, defaultsOf(def.schema)[name], false)
        draft?.write(name, undefined)
        const field = store(name)
        field.currentError = null
        field.failure = null
        field.put(field.getSnapshot().value, false)
      }
      applyChanges()
    },
    beginSubmission: (detail, sent) => void submissions.set(detail, sent),
    check,
    checkBeyondSchema: () => beyondSchema(new Map()),
    showErrors: () => show(() => true),
    connect(next, known) {
      port = next
      if (known === values) pending.clear()
      else form.commit()
      return () => {
        if (port === next) port = null
      }
    },
    commit() {
      if (!port || pending.size === 0) return
      const paths = [...pending]
      pending.clear()
      for (const path of paths) port.change(stepsOf(values, path), valueAt(values, path))
    },
    payload: (data) => (port ? (port.payload(data).data as Values) : data),
    prune() {
      if (!port) return
      const { data, settled } = port.payload(values)
      if (data === values) return
      for (const [list, origins] of remainingItems(values, settled)) form.moveItems(list, origins)
      port.change([], data)
    },
    choose: (path) => void chosen.add(path),
    isChosen: (path) => chosen.has(path),
    withoutEmptied(data) {
      let next: unknown = data
      for (const { path, emptied } of stores.values())
        if (emptied && valueAt(next, path) !== undefined) next = withValue(next, path.split('.'), undefined)
      return next as Values
    },
    moveItems(list, origins) {
      const moved = movedPaths(list, origins)
      const choices = [...chosen].filter((path) => path.startsWith(`${list}.`))
      for (const path of choices) chosen.delete(path)
      for (const path of choices.flatMap(moved)) chosen.add(path)
      const before = [...stores.values()]
        .filter(({ path }) => path.startsWith(`${list}.`))
        .map((field) => [field.path, field.facts()] as const)
      for (const [path] of before) stores.get(path)?.restore(UNTOUCHED)
      for (const [path, facts] of before) for (const to of moved(path)) store(to).restore(facts)
    },
    watchConditions(names) {
      conditions = names
    },
    receive(data) {
      let next = data as Record<string, unknown>
      for (const path of pending)
        next = withValue(next, path.split('.'), valueAt(values, path)) as Record<string, unknown>
      if (next === values) return
      const before = values
      values = next
      let differs = false
      for (const field of stores.values()) {
        const value = valueAt(values, field.path)
        if (Object.is(value, field.getSnapshot().value)) continue
        differs = true
        field.put(value, field.getSnapshot().touched)
      }
      for (const name of names) {
        const value = own(values, name)
        // A single untyped value is a default; an item is added to a list without typing.
        const isDefault = !isTyped(name) && (typeof value !== 'object' || stores.get(name)?.typed === false)
        if (own(before, name) !== value && !isDefault) writeDraft(name)
      }
      if (differs && needsCheck()) show()
      publish()
    },
    markSubmitted(sent = values) {
      draft?.clear()
      for (const field of stores.values()) {
        field.failure = null
        if (!field.typed) continue
        const { path } = field
        if (sameJson(valueAt(values, path), valueAt(sent, path))) field.typed = false
        // Typed since.
        else writeDraft(path)
      }
      for (const name of initialJson.keys()) initialJson.set(name, null)
      const skipped = [...skippedInitial]
      skippedInitial.clear()
      for (const [name, value] of skipped) setInitial(name, value)
      applyChanges()
    },
    inheritFrom(previous) {
      const data = previous.data()
      const secretsBefore = indexOf(previous.def).secret
      for (const path of previous.typedPaths()) {
        const name = path.split('.', 1)[0] ?? path
        const other = fieldsOf(previous.def).find((formField) => formField.name === name)
        // A secret never moves to a field that shows it.
        if (
          !names.has(name) ||
          byName.get(name)?.widget !== other?.widget ||
          (secretsBefore.has(name) && !secret.has(name))
        )
          continue
        put(path, valueAt(data, path), true)
        const previousField = previous.field(path)
        const field = store(path)
        if (previousField) field.put(field.getSnapshot().value, previousField.state.getSnapshot().touched)
      }
      applyChanges()
    },
    typedPaths: () => [...stores.values()].filter(({ typed }) => typed).map(({ path }) => path),
    reset() {
      const defaults = defaultsOf(def.schema)
      for (const field of stores.values()) {
        field.typed = false
        field.currentError = null
        field.failure = null
        if (field.path !== '') write(field.path, valueAt(defaults, field.path))
        field.put(valueAt(defaults, field.path), false)
      }
      values = defaults
      initialJson.clear()
      skippedInitial.clear()
      chosen.clear()
      draft?.clear()
      publish()
      form.commit()
    },
  }

  if (draft) {
    for (const name of names) {
      const draftValue = secret.has(name) ? undefined : draft.read(name)
      if (draftValue !== undefined) put(name, draftValue === '' ? undefined : draftValue, true)
    }
  }
  return form
}

function infoOf(field: { schema: Shape; widget: string } | undefined): FieldInfo | undefined {
  return field && { schema: field.schema, widget: field.widget }
}

const sameJson = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

function sameError(a: FieldError | null, b: FieldError | null): boolean {
  return a === b || (a !== null && b !== null && a.key === b.key && JSON.stringify(a.args) === JSON.stringify(b.args))
}
