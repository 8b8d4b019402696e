import type { FormDef, Json, ParamDef, Screen, Shape } from '../language/expressions/program.ts'
import { conforms } from '../language/forms/validate.ts'
import type { Draft, Drafts } from './forms/drafts.ts'
import type { Form } from './forms/forms.ts'
import type { QueryStore, ScreenQuery, ScreenQueryMeta, ScreenQueryStatus } from './data/queryStore.ts'
import { createAtom, get, set, type Atom, type WritableAtom } from './store.ts'

export type { Form, ScreenQuery, ScreenQueryMeta, ScreenQueryStatus }

/** One screen in the user's history: its parameters, state, form input and data. */
export interface ScreenState {
  id: number
  screen: Screen
  params: Readonly<Record<string, Json>>
  state(name: string): Atom<unknown> | null
  /** Sets a name of the screen's state, or a path in it: "query", "filter.side". Throws for an unknown name. */
  setState(path: string, value: Json): void
  form(id: string): Form | null
  query(name: string): ScreenQuery | null
  queries: ReadonlyMap<string, ScreenQuery>
  /** Names of the state that have their value from before a reload of the page, or from the visit that left a draft. */
  restored: ReadonlySet<string>
  /** It replaces another revision of the same screen: the user has not entered again. */
  isHotSwap: boolean
}

export interface InstanceOptions {
  drafts?: Drafts
  /** Creates the store of a form. The code and validators are loaded with screens that have forms. Throws if they are missing. */
  createForm?: (form: FormDef, draft?: Draft) => Form
  /** The same screen of another revision, replaced by this one. */
  previous?: ScreenState | null
}

let nextId = 1

/** Creates the state of one visit of a screen. Its queries have no request yet: nothing is sent. */
export function createScreenState(
  screen: Screen,
  params: Readonly<Record<string, unknown>>,
  data: QueryStore,
  { drafts, previous, createForm = noForms }: InstanceOptions = {},
): ScreenState {
  const read = readParams(screen, params)
  const choices = drafts?.choicesOf(screen.id, read)
  const restored = new Set<string>()
  const shapeOfState = (name: string) => screen.stateShapes?.[name]
  const stateAtoms = new Map<string, WritableAtom<unknown>>(
    Object.entries(screen.state).map(([name, value]) => [
      name,
      createAtom<unknown>(restoredChoice(name) ?? stateOf(name, value, shapeOfState(name), previous)),
    ]),
  )
  function restoredChoice(name: string): unknown {
    const shape = shapeOfState(name)
    if (!choices || !isChoice(shape)) return undefined
    // A word that the address names, as on the button that led here, is that of the address in each visit.
    const isNamed = screen.initialExprs?.[name] !== undefined
    const comesBack = shape.enum ? choices.afterReload || !isNamed : choices.hasDraft
    const value = comesBack ? choices.read(name) : undefined
    if (value === undefined || !conforms(shape, value)) return undefined
    restored.add(name)
    return value
  }
  const forms = new Map<string, Form>()
  const queries = new Map<string, ScreenQuery>(Object.keys(screen.queries).map((name) => [name, data.query()]))
  return {
    id: nextId++,
    screen,
    params: read,
    restored,
    isHotSwap: previous !== undefined && previous !== null,
    state: (name) => stateAtoms.get(name) ?? null,
    setState(path, value) {
      const [name = '', ...rest] = path.split('.')
      const target = stateAtoms.get(name)
      if (!target) throw new Error(`The screen ${screen.id} has no state ${name}.`)
      set(target, rest.length === 0 ? value : withPath(get(target), rest, value))
      if (isChoice(shapeOfState(name))) choices?.write(name, get(target))
    },
    form(id) {
      const known = forms.get(id)
      if (known) return known
      const def = Object.hasOwn(screen.forms, id) ? screen.forms[id] : undefined
      if (!def) return null
      const created = createForm(def, drafts?.of(screen.id, read, id))
      const typed = previous?.form(id)
      if (typed) created.inheritFrom(typed)
      forms.set(id, created)
      return created
    },
    query: (name) => queries.get(name) ?? null,
    queries,
  }
}

/**
 * A state whose values are restricted is what the user has chosen. One of a few words is there again after a reload; any other one only with the
 * draft of a form that was filled in under it. A list is what the screen has collected.
 */
const isChoice = (shape: Shape | undefined): shape is Shape => shape !== undefined && shape.type !== 'array'

const noForms = (): never => {
  throw new Error('The code of forms is not loaded.')
}

/** The state of the replaced screen, where the types allow it; else the initial state. */
function stateOf(
  name: string,
  initial: Json,
  shape: Shape | undefined,
  previous: ScreenState | null | undefined,
): unknown {
  const source = previous?.state(name)
  if (!source) return initial
  const value = get(source)
  return (shape ? conforms(shape, value) : kindOf(value) === kindOf(initial)) ? value : initial
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value
}

/** URL values are text: converted to the declared type, else the default, else null. */
export function readParams(screen: Screen, values: Readonly<Record<string, unknown>>): Record<string, Json> {
  const params = Object.create(null) as Record<string, Json>
  for (const [name, def] of Object.entries(screen.params)) {
    const value = Object.hasOwn(values, name) ? readParam(def.type, values[name]) : undefined
    params[name] = (value !== undefined && conforms(shapeOf(def), value) ? value : undefined) ?? def.default ?? null
  }
  return params
}

/** Whether all required parameters are present. */
export const hasParams = ({ screen, params }: Pick<ScreenState, 'screen' | 'params'>): boolean =>
  Object.entries(screen.params).every(([name, { required }]) => required !== true || params[name] !== null)

const shapeOf = ({ type, format, enum: among }: ParamDef): Shape => ({
  type,
  ...(format !== undefined && { format }),
  ...(among && { enum: among }),
})

function readParam(type: ParamDef['type'], value: unknown): Json | undefined {
  if (type === 'string')
    return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined
  if (type === 'boolean')
    return typeof value === 'boolean' ? value : value === 'true' ? true : value === 'false' ? false : undefined
  if (typeof value === 'string' && /^-?\d{1,15}$/.test(value)) return Number(value)
  return Number.isSafeInteger(value) ? (value as number) : undefined
}

/** A copy with one path set. Names that reach a prototype are plain names here: copies have none. */
function withPath(value: unknown, path: readonly string[], leaf: Json): unknown {
  const [name, ...rest] = path
  if (name === undefined) return leaf
  if (Array.isArray(value)) {
    const index = Number(name)
    if (!Number.isInteger(index) || index < 0 || index > value.length) throw new Error(`A list has no place ${name}.`)
    const copy: unknown[] = [...(value as unknown[])]
    copy[index] = withPath(copy[index], rest, leaf)
    return copy
  }
  const copy = Object.assign(
    Object.create(null) as Record<string, unknown>,
    typeof value === 'object' && value !== null ? value : {},
  )
  copy[name] = withPath(copy[name], rest, leaf)
  return copy
}
