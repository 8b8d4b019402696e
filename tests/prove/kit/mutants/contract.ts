import { productCompiler } from '../../../../codegen/product.ts'
import { drop, edit, isObject, put, rename, show, strings, typo, walk } from './project.ts'
import type { Kind, Mutant, Obj, Path, Project } from './project.ts'
import type { Random } from '../random.ts'

interface FieldSite {
  file: string
  path: Path
  holder: Obj
  name: string
  schema: Obj
}

const SCHEMA = /^schemas\/(api|entities)\//

function* fields(project: Project, under: RegExp): Generator<FieldSite> {
  for (const [file, root] of project.documents) {
    if (!SCHEMA.test(file)) continue
    for (const { value, path } of walk(root)) {
      const inside = file.startsWith('schemas/entities/') || under.test(String(path[0] ?? ''))
      if (!inside || !isObject(value) || !isObject(value.properties)) continue
      for (const [name, schema] of Object.entries(value.properties)) {
        if (isObject(schema)) yield { file, path: [...path, 'properties', name], holder: value, name, schema }
      }
    }
  }
}

/** The fields of answers in random order, and which of them some screen requires, as far as that is known. */
interface Fields {
  shuffled: readonly FieldSite[]
  isRequired(field: FieldSite): boolean
}
const remembered = new WeakMap<Project, Fields>()

function fieldsOf(project: Project, random: Random): Fields {
  const known = remembered.get(project)
  if (known) return known
  const compiler = productCompiler()
  const required = new Map<FieldSite, boolean>()
  const made: Fields = {
    shuffled: random.shuffled([...fields(project, /^data$/)]),
    isRequired(field) {
      const before = required.get(field)
      if (before !== undefined) return before
      const text = gone(project, field).text() ?? ''
      const { diagnostics } = compiler.check(new Map([...project.files, [field.file, text]]))
      const is = diagnostics.some(({ file }) => file.startsWith('screens/'))
      required.set(field, is)
      return is
    },
  }
  remembered.set(project, made)
  return made
}

/** Mutants of fields of answers that some screen requires: without such a field the project is invalid. As many as are requested of a kind. */
function* ofReadFields(
  project: Project,
  random: Random,
  make: (field: FieldSite) => Iterable<Mutant>,
): Generator<Mutant> {
  const { shuffled, isRequired } = fieldsOf(project, random)
  let count = 0
  for (const field of shuffled) {
    const mutants = [...make(field)]
    if (mutants.length === 0 || !isRequired(field)) continue
    yield* mutants
    count += mutants.length
    if (count >= project.perKind) return
  }
}

const without = (copy: Obj, path: Path, name: string): void => {
  drop(copy, path)
  const holder = path.slice(0, -2).reduce<Obj>((value, step) => value[step] as Obj, copy)
  if (Array.isArray(holder.required)) holder.required = holder.required.filter((other) => other !== name)
}

function gone(project: Project, { file, path, name }: FieldSite): Mutant {
  return edit(project, file, `${show(path)} is gone`, (copy) => without(copy, path, name))
}

function ofFields(
  name: string,
  make: (project: Project, field: FieldSite) => Iterable<Mutant>,
  mayPass?: string,
): Kind {
  return {
    name,
    ...(mayPass === undefined ? {} : { mayPass }),
    *sites(project, random) {
      yield* ofReadFields(project, random, (field) => make(project, field))
    },
  }
}

const removed = ofFields('contract-field-gone', function* (project, field) {
  yield gone(project, field)
})

const renamed: Kind = {
  name: 'contract-field-renamed',
  *sites(project, random) {
    yield* ofReadFields(project, random, function* ({ file, path, name, holder }) {
      const wrong = typo(name, random)
      yield edit(project, file, `${show(path)} is "${wrong}"`, (copy) => {
        rename(copy, path, wrong)
        put(
          copy,
          [...path.slice(0, -2), 'required'],
          strings(holder.required).map((property) => (property === name ? wrong : property)),
        )
      })
    })
  },
}

const nulled = ofFields(
  'contract-field-nullable',
  function* (project, { file, path, schema }) {
    if (typeof schema.type !== 'string') return
    yield edit(project, file, `${show(path)} may be null`, (copy) =>
      put(copy, [...path, 'type'], [String(schema.type), 'null']),
    )
  },
  'the field is compared, or stands where null may stand',
)

const optional = ofFields(
  'contract-field-optional',
  function* (project, { file, path, name, holder }) {
    if (!strings(holder.required).includes(name)) return
    yield edit(project, file, `${show(path)} may be missing`, (copy) =>
      put(
        copy,
        [...path.slice(0, -2), 'required'],
        strings(holder.required).filter((property) => property !== name),
      ),
    )
  },
  'the field is compared, or stands where null may stand',
)

const TYPES: Record<string, Obj> = {
  string: { type: 'integer' },
  integer: { type: 'string', maxLength: 40 },
  boolean: { type: 'integer' },
  array: { type: 'boolean' },
  object: { type: 'boolean' },
}
const retyped = ofFields(
  'contract-type-swapped',
  function* (project, { file, path, schema }) {
    const into = TYPES[String(Array.isArray(schema.type) ? schema.type[0] : schema.type)]
    if (into) yield edit(project, file, `${show(path)} is ${JSON.stringify(into)}`, (copy) => put(copy, path, into))
  },
  'it is only compared with a field of the same contract',
)

const UNITS = ['money', 'price', 'quantity', 'percent', 'rate']
const reunited: Kind = {
  name: 'contract-unit-swapped',
  mayPass: 'it is shown by number(), which takes any unit',
  *sites(project, random) {
    yield* ofReadFields(project, random, function* ({ file, path, schema }) {
      const unit = schema['x-unit']
      if (typeof unit !== 'string' || !UNITS.includes(unit)) return
      const other = random.pick(UNITS.filter((other) => other !== unit))
      yield edit(project, file, `${show(path)} is ${other}`, (copy) => put(copy, [...path, 'x-unit'], other))
    })
  },
}

/** Of all fields, since few of those that a screen requires have an enumeration. */
const lostValue: Kind = {
  name: 'contract-enum-value-gone',
  mayPass: 'screens compare another field of that name',
  *sites(project) {
    for (const { file, path, name, schema } of fields(project, /^data$/))
      for (const [index, value] of strings(schema.enum).entries()) {
        const compared = new RegExp(`\\.${name} [!=]= '${value}'`)
        const used = [...project.files].some(([screen, text]) => screen.startsWith('screens/') && compared.test(text))
        if (used)
          yield edit(project, file, `${show(path)}: no "${value}"`, (copy) => drop(copy, [...path, 'enum', index]))
      }
  },
}

const asked: Kind = {
  name: 'contract-payload-field-added',
  *sites(project) {
    for (const call of project.checked.contract.calls.values()) {
      const file = call.file
      const used = [...project.checked.screens].some(({ used: names }) => names.calls.has(call.id))
      const payload = project.documents.get(file)?.payload
      if (!used || !isObject(payload)) continue
      yield edit(project, file, `"${call.id}" needs one field more`, (copy) => {
        const into = copy.payload as Obj
        into.properties = { ...(isObject(into.properties) ? into.properties : {}), another: { type: 'boolean' } }
        into.required = [...strings(into.required), 'another']
      })
    }
  },
}

const addedAccessRule: Kind = {
  name: 'contract-access-rule-added',
  mayPass: 'the screens that call it have that access rule',
  *sites(project) {
    for (const call of project.checked.contract.calls.values()) {
      if (![...project.checked.screens].some(({ used }) => used.calls.has(call.id))) continue
      if (!call.auth)
        yield edit(project, call.file, `"${call.id}" needs a session`, (copy) => put(copy, ['auth'], true))
      yield edit(project, call.file, `"${call.id}" needs a withdrawal address`, (copy) =>
        put(copy, ['needs'], ['withdrawalAddress']),
      )
    }
  },
}

const KEYWORDS = [
  'type',
  'enum',
  'format',
  'required',
  'properties',
  'items',
  'x-unit',
  'maxLength',
  'maxItems',
  'additionalProperties',
]
const misspelt: Kind = {
  name: 'schema-keyword',
  *sites(project, random) {
    for (const [file, root] of project.documents) {
      if (!SCHEMA.test(file)) continue
      for (const { value, path } of walk(root)) {
        const keyword = String(path.at(-1))
        if (!KEYWORDS.includes(keyword) || path.at(-2) === 'properties' || path.length < 2 || value === undefined)
          continue
        const wrong = typo(keyword, random)
        yield edit(project, file, `${show(path)}: the keyword is "${wrong}"`, (copy) => rename(copy, path, wrong))
      }
    }
  },
}

export const contract: readonly Kind[] = [
  removed,
  renamed,
  nulled,
  optional,
  retyped,
  reunited,
  lostValue,
  asked,
  addedAccessRule,
  misspelt,
]
