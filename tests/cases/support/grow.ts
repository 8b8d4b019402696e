import { nonNull, readField, tagValues } from '../../../codegen/compiler/infer/types.ts'
import type { Type } from '../../../codegen/compiler/infer/types.ts'
import { productSignatures as signatures } from '../../../codegen/product.ts'
import type { Signature } from '../../../src/engine/language/expressions/signature.ts'
import type { TestScope } from './scopes.ts'

/** An expression that the checker has accepted, and its type. */
export interface Grown {
  text: string
  type: Type
}

/**
 * Well-typed expressions, grown from the variables of a scope: each step combines the pool by one form of the language (an operator,
 * a function of the registry, a macro, a guard), and adds the result if the checker accepts it. The choices are a tape of numbers,
 * so that a failing expression can be shrunk.
 */
export class Garden {
  readonly pool: Grown[]
  #tape: readonly number[] = []
  #at = 0

  constructor(readonly names: TestScope) {
    this.pool = [...names.types].flatMap(([text, type]) => reach(text, type, 2))
    for (const text of LITERALS) {
      const { rules, type } = names.infer(text)
      if (rules.length === 0) this.pool.push({ text, type })
    }
  }

  /** One step: the expression from the tape, if the checker accepts it. */
  step(tape: readonly number[]): Grown | undefined {
    this.#tape = tape
    this.#at = 0
    const text = this.#form()
    if (text.length > 240 || this.pool.some((item) => item.text === text)) return undefined
    const { rules, type } = this.names.infer(text)
    if (rules.length > 0) return undefined
    const grown = { text: `(${text})`, type }
    this.pool.push(grown)
    return { text, type }
  }

  /** Accepted calls of a function, with as many different arguments as the scope has: visits the combinations with wide steps. */
  *calls(name: string, tries: number): Generator<Grown> {
    const signature = signatures[name]
    if (!signature) return
    const least = signature.params.length - (signature.optional ?? 0)
    for (let count = least; count <= signature.params.length; count++) {
      const places = signature.params
        .slice(0, count)
        .map((param, index) => (name === 'enumText' && index === 0 ? LABELS : this.#fitting(param)))
      yield* this.#accepted(places, tries, ([first = '', ...rest]) =>
        signature.call === 'method'
          ? `${first}.${name}(${rest.join(', ')})`
          : `${name}(${[first, ...rest].join(', ')})`,
      )
    }
  }

  /** Accepted uses of an operator between two operands. */
  *operations(op: string, tries: number): Generator<Grown> {
    const operands = this.pool.filter(({ type }) => type.k !== 'null')
    yield* this.#accepted([operands, operands], tries, ([left = '', right = '']) => `${left} ${op} ${right}`)
  }

  #fitting(param: string): readonly Grown[] {
    const words = wordsOf(param)
    if (words.length > 0) return [...words, ...this.pool.filter(({ type }) => type.k === 'string' && type.enum)]
    const kinds = kindsOf(param)
    return kinds.length === 0 ? this.pool : this.pool.filter(({ type }) => kinds.includes(nonNull(type).k))
  }

  *#accepted(
    places: readonly (readonly Grown[])[],
    tries: number,
    write: (texts: string[]) => string,
  ): Generator<Grown> {
    const ways = places.reduce((product, pool) => product * pool.length, 1)
    for (let tried = 0; tried < Math.min(tries, ways); tried++) {
      let way = (tried * STRIDE) % ways
      const text = write(
        places.map((pool) => {
          const at = way % pool.length
          way = Math.floor(way / pool.length)
          return `(${pool[at]?.text})`
        }),
      )
      const { rules, type } = this.names.infer(text)
      if (rules.length === 0) yield { text, type }
    }
  }

  #next(): number {
    const byte = this.#tape[this.#at % this.#tape.length] ?? 0
    this.#at += 1
    return byte + (this.#at > this.#tape.length ? this.#at : 0)
  }

  #pick<T>(from: readonly T[]): T {
    const picked = from[this.#next() % from.length]
    if (picked === undefined) throw new Error('There is nothing to pick from.')
    return picked
  }

  /** An expression of one of these kinds; of any when there is none. The newest are picked as often as all others. */
  #some(kinds: readonly string[] | undefined, pool: readonly Grown[] = this.pool): Grown {
    const fit = kinds ? pool.filter(({ type }) => kinds.includes(nonNull(type).k) || type.k === 'unknown') : pool
    const from = fit.length > 0 ? fit : pool
    return this.#pick(this.#next() % 2 === 0 ? from : from.slice(-6))
  }

  #form(extra?: Grown): string {
    return this.#pick(FORMS)(this.#parts(extra))
  }

  #parts(extra: Grown | undefined): Parts {
    const pool = extra ? [extra, extra, ...this.pool.slice(0, 40), extra] : this.pool
    return {
      some: (...kinds) =>
        extra && this.#next() % 2 === 0 ? extra : this.#some(kinds.length > 0 ? kinds : undefined, pool),
      pick: (from) => this.#pick(from),
      inner: (own) => (this.#next() % 3 === 0 ? (own ?? this.#some(undefined)).text : this.#form(own)),
      fresh: `x${this.pool.length}${'y'.repeat(this.#at % 7)}`,
    }
  }
}

/** A prime, hence no divisor of any number of ways: each is visited once. */
const STRIDE = 15_485_863

interface Parts {
  some(...kinds: string[]): Grown
  pick<T>(from: readonly T[]): T
  /** A form over something not yet in the pool: a lambda's item, a guarded value. */
  inner(own?: Grown): string
  fresh: string
}
type Form = (parts: Parts) => string

const LITERALS = [
  '0',
  '1',
  '2',
  '-3',
  '1.5',
  '0.25',
  'true',
  'false',
  'null',
  "''",
  "'a'",
  "'open'",
  "'trade'",
  'decimal("0")',
  'decimal("2.50")',
  'decimal("-1")',
  '[]',
  '[1, 2]',
  "['a', null]",
]
/** Prefixes of text keys that exist for each value of an enumeration. */
const LABELS: readonly Grown[] = ['state', 'step', 'trend', 'side', 'status', 'class'].map((prefix) => ({
  text: `"${prefix}"`,
  type: { k: 'string', enum: [prefix] },
}))
const ARITHMETIC = ['+', '-', '*', '/', '%'] as const
const COMPARISONS = ['==', '!=', '<', '<=', '>', '>='] as const
export const OPERATORS = [...ARITHMETIC, ...COMPARISONS, 'in', '&&', '||'] as const
const ORDERED = ['int', 'number', 'decimal', 'string', 'bool']

const binary: Form = ({ some, pick }) => {
  const op = pick(OPERATORS)
  if (op === 'in') return `${some(...ORDERED).text} in ${some('list', 'map').text}`
  if (op === '&&' || op === '||') return `${some('bool').text} ${op} ${some('bool').text}`
  const left = some(...ORDERED, ...(op === '+' ? ['list'] : []))
  return `${left.text} ${op} ${some(nonNull(left.type).k).text}`
}

const CALLED = Object.entries(signatures)

const call: Form = ({ some, pick }) => {
  const [name, signature] = pick(CALLED)
  const count = signature.params.length - (signature.optional !== undefined && pick([true, false]) ? 1 : 0)
  const args = signature.params.slice(0, count).map((param) => {
    const words = wordsOf(param)
    return (words.length > 0 ? pick(words) : some(...kindsOf(param))).text
  })
  const [first = '', ...rest] = args
  return methodOf(signature) && (signature.call === 'method' || pick([true, false]))
    ? `${first}.${name}(${rest.join(', ')})`
    : `${name}(${args.join(', ')})`
}

const guard: Form = ({ some, pick, inner }) => {
  const operand = some()
  const test = conditionOn(operand, pick)
  const join = pick(['?', ':', '&&', '||', 'map'])
  const known = { text: operand.text, type: nonNull(operand.type) }
  if (join === '?') return `${test} ? ${inner(known)} : ${some(nonNull(operand.type).k).text}`
  if (join === ':') return `${test} ? ${some(nonNull(operand.type).k).text} : ${inner(known)}`
  if (join === 'map') return `[1].map(only, ${test}, ${inner(known)})`
  return `${test} ${join} ${inner(known)}`
}

function conditionOn(operand: Grown, pick: Parts['pick']): string {
  const { text } = operand
  const type = nonNull(operand.type)
  const zero = type.k === 'decimal' ? 'decimal("0")' : type.k === 'number' ? '0.0' : '0'
  const words = type.k === 'string' ? (type.enum ?? ['a', 'set']).map((word) => JSON.stringify(word)) : [zero]
  const tags = type.k === 'union' ? type.options.flatMap((option) => tagValues(option, type.tag)?.[0] ?? []) : []
  const plain = [
    `${text} != null`,
    `${text} == null`,
    `null != ${text}`,
    `${text} != ${pick(words)}`,
    `${text} == ${pick(words)}`,
    `${text} in [${pick(words)}]`,
    `${text} in [${pick(words)}, null]`,
    ...(type.k === 'list'
      ? [`size(${text}) > 0`, `${text}.size() != 0`, `size(${text}) == 0`, `1 <= size(${text})`]
      : []),
    ...(type.k === 'int' || type.k === 'number' || type.k === 'decimal'
      ? [`${text} > ${zero}`, `${text} != ${zero}`, `${text} <= ${zero}`]
      : []),
    ...(type.k === 'union'
      ? tags.flatMap((tag) => [
          `${text}.${type.tag} == "${tag}"`,
          `${text}.${type.tag} != "${tag}"`,
          `${text}.${type.tag} in ["${tag}"]`,
        ])
      : []),
    ...(/\.\w+$/.test(text) ? [`has(${text})`] : []),
  ]
  const one = pick(plain)
  const other = pick(plain)
  return pick([
    one,
    one,
    `!(${one})`,
    `(${one} && ${other})`,
    `(${one} || ${other})`,
    `(${one}) == true`,
    `(${one}) != false`,
    `!(${one} || ${other})`,
  ])
}

const macro: Form = ({ some, pick, inner, fresh }) => {
  const list = some('list')
  const of: Type = list.type.k === 'list' ? list.type.of : { k: 'int' }
  const item = { text: fresh, type: of }
  const name = pick(['map', 'filter', 'all', 'exists', 'sortBy', 'three'])
  if (name === 'three')
    return `${list.text}.map(${fresh}, ${conditionOn(item, pick)}, ${inner({ text: fresh, type: nonNull(of) })})`
  return `${list.text}.${name}(${fresh}, ${inner(item)})`
}

const FORMS: readonly Form[] = [
  binary,
  binary,
  call,
  call,
  call,
  guard,
  guard,
  guard,
  macro,
  macro,
  ({ some, pick }) => (pick([true, false]) ? `!${some('bool').text}` : `-${some('int', 'number', 'decimal').text}`),
  ({ some }) => {
    const yes = some()
    return `${some('bool').text} ? ${yes.text} : ${some(nonNull(yes.type).k).text}`
  },
  ({ some }) => {
    const value = some()
    return `${value.text}.orValue(${some(nonNull(value.type).k).text})`
  },
  ({ some, pick }) => `${some('list', 'map').text}[${pick(['0', '1', '-1', some('int', 'string').text])}]`,
  ({ some }) => {
    const first = some()
    return `[${first.text}, ${some(nonNull(first.type).k).text}]`
  },
  ({ some, pick }) => `{"a": ${some().text}, "b": ${some().text}}${pick(['', '.a', '.b'])}`,
  ({ some, pick }) => {
    const container = some('object', 'union', 'map')
    return `${container.text}.${pick(fieldsOf(container.type))}`
  },
  ({ some, pick }) => {
    const container = some('object', 'union', 'map')
    return `has(${container.text}.${pick(fieldsOf(container.type))})`
  },
  ({ some, pick }) =>
    pick([
      `text("hello", {"name": ${some('string', 'int').text}})`,
      `text("items", {"count": ${some('int').text}})`,
      'text("plain")',
      `decimal(${some('int').text})`,
    ]),
  ({ some, pick }) => `enumText(${pick(LABELS).text}, ${some('string', 'int').text})`,
]

const methodOf = ({ call: way }: Signature): boolean => way !== 'function'

/** The string literals that a parameter may be: `'down'|'up'`. */
const wordsOf = (param: string): Grown[] =>
  [...param.matchAll(/'(\w+)'/g)].map(([text, word = '']) => ({ text, type: { k: 'string', enum: [word] } }))

function kindsOf(param: string): string[] {
  const kinds = param.split('|').map((part) => /^[A-Za-z]+/.exec(part)?.[0] ?? '')
  // A capitalized name in a signature is an entity.
  return kinds.flatMap((kind) =>
    kind === 'unknown' || kind === 'any' || kind.length === 1 ? [] : [/^[A-Z]/.test(kind) ? 'object' : kind],
  )
}

function fieldsOf(type: Type): string[] {
  const inner = nonNull(type)
  if (inner.k === 'object') return [...inner.fields.keys(), 'none']
  if (inner.k === 'union') return [...new Set(inner.options.flatMap((option) => [...option.fields.keys()]))]
  return ['a', 'none']
}

/** A name and its parts that are readable without a guard. */
function reach(text: string, type: Type, depth: number): Grown[] {
  const self = { text, type }
  if (depth === 0 || type.k !== 'object') return [self]
  return [self, ...[...type.fields].flatMap(([name, field]) => reach(`${text}.${name}`, readField(field), depth - 1))]
}
