import { isNull } from '../../../../codegen/compiler/infer/ast.ts'
import type { ASTNode } from '../../../../codegen/compiler/infer/ast.ts'
import { NATIVE } from './functions.ts'

/**
 * The question to the library: the `value`, with null for a missing one; the `types`, for its checker; or the `errors`, where
 * reading a missing value is one, as in CEL, unless the expression itself tests for it.
 */
export type Question = 'value' | 'types' | 'errors'

/**
 * Rewrites an expression for the library. Where our language extends CEL, the result uses plain CEL: a missing value is null
 * (optional access and orValue(null)), x.orValue(y) is a conditional, sortBy a function of the list and its keys, integers end
 * at 53 bits. dyn() removes CEL's static types, except where they are the question.
 */
export function rewrite(node: ASTNode, question: Question): string {
  return new Rewriting(question).write(node)
}

class Rewriting {
  #bound = 0
  constructor(readonly question: Question) {}

  /** Text of a node whose static type does not matter. */
  #loose(node: ASTNode): string {
    return `dyn(${this.write(node)})`
  }

  #dyn(node: ASTNode): string {
    return this.question === 'value' || isNull(node) ? this.#loose(node) : this.write(node)
  }

  /** Text of a node whose existence the expression tests. */
  #asked(node: ASTNode): string {
    if (this.question === 'types' || (node.op !== '.' && node.op !== '[]')) return this.#loose(node)
    return this.#select(node)
  }

  /** A field or an item; null when missing. */
  #select(node: ASTNode & { op: '.' | '[]' }): string {
    const from = this.#loose(node.args[0])
    return `${from}${node.op === '.' ? `.?${node.args[1]}` : `[?${this.write(node.args[1])}]`}.orValue(dyn(null))`
  }

  write(node: ASTNode): string {
    switch (node.op) {
      case 'value':
        return literal(node)
      case 'id':
        return node.args
      case '.':
        return this.question === 'value' ? this.#select(node) : `${this.write(node.args[0])}.${node.args[1]}`
      case '[]':
        return this.question === 'value'
          ? this.#select(node)
          : `${this.write(node.args[0])}[${this.write(node.args[1])}]`
      case 'call':
        return this.#call(node.args[0], node.args[1])
      case 'rcall':
        return this.#method(node.args[0], node.args[1], node.args[2])
      case 'list':
        return `[${node.args.map((item) => (node.args.some(isNull) ? this.#loose(item) : this.#dyn(item))).join(', ')}]`
      case 'map':
        return `{${node.args.map(([key, value]) => `${this.write(key)}: ${this.#loose(value)}`).join(', ')}}`
      case '?:':
        return `(${this.write(node.args[0])} ? ${this.#dyn(node.args[1])} : ${this.#dyn(node.args[2])})`
      case '!_':
        return `!(${this.write(node.args)})`
      case '-_':
        return this.question === 'value' ? `safeInteger(-(${this.#loose(node.args)}))` : `-(${this.write(node.args)})`
      case '.?':
      case '[?]':
        return node.input.slice(node.start, node.end)
      default:
        return this.#binary(node.op, ...node.args)
    }
  }

  #binary(op: string, a: ASTNode, b: ASTNode): string {
    if (op === '&&' || op === '||') return `(${this.write(a)} ${op} ${this.write(b)})`
    if ((op === '==' || op === '!=') && (isNull(a) || isNull(b))) return `(${this.#asked(a)} ${op} ${this.#asked(b)})`
    const left = op === 'in' && b.op === 'list' && b.args.length === 0 ? this.#loose(a) : this.#dyn(a)
    const text = `${left} ${op} ${this.#dyn(b)}`
    return this.question === 'value' && (op === '+' || op === '-' || op === '*') ? `safeInteger(${text})` : `(${text})`
  }

  #call(name: string, args: ASTNode[]): string {
    const [first] = args
    if (name === 'has') {
      if (first?.op === '.' && !(this.question === 'types' && isPath(first)))
        return `(${this.#asked(first)} != dyn(null))`
      return `has(${args.map((arg) => this.write(arg)).join(', ')})`
    }
    if (name === 'string' && this.question === 'types')
      return `string_(${args.map((arg) => this.#dyn(arg)).join(', ')})`
    return `${own(name)}(${args.map((arg) => this.#dyn(arg)).join(', ')})`
  }

  #method(name: string, receiver: ASTNode, args: ASTNode[]): string {
    const [first, second] = args
    if (name === 'orValue' && first && args.length === 1) {
      if (this.question === 'types') return `(true ? ${this.#dyn(receiver)} : ${this.#dyn(first)})`
      const bound = `bound_${this.#bound++}`
      return `cel.bind(${bound}, ${this.#asked(receiver)}, ${bound} == dyn(null) ? ${this.#loose(first)} : ${bound})`
    }
    if (name === 'sortBy' && first && second && args.length === 2) {
      if (this.question === 'types')
        return `sorted_(${this.write(receiver)}, ${this.write(receiver)}.map(${this.write(first)}, ${this.write(second)}))`
      const bound = `bound_${this.#bound++}`
      return `cel.bind(${bound}, ${this.#loose(receiver)}, sorted_(${bound}, ${bound}.map(${this.write(first)}, ${this.#loose(second)})))`
    }
    const macro = MACROS.has(name)
    const last = name === 'map' ? args.length - 1 : -1
    const given = args.map((arg, at) => (macro && at !== last ? this.write(arg) : this.#dyn(arg)))
    return `${this.#dyn(receiver)}.${own(name)}(${given.join(', ')})`
  }
}

const MACROS = new Set(['map', 'filter', 'all', 'exists'])
const isPath = (node: ASTNode): boolean => node.op === 'id' || (node.op === '.' && isPath(node.args[0]))
const own = (name: string): string => (NATIVE.has(name) ? name : `${name}_`)

function literal(node: ASTNode & { op: 'value' }): string {
  const { args } = node
  if (typeof args === 'string') return JSON.stringify(args)
  if (typeof args === 'number')
    return Number.isInteger(args) && !String(args).includes('e') ? `${args}.0` : String(args)
  if (typeof args === 'bigint' || typeof args === 'boolean' || args === null) return String(args)
  return node.input.slice(node.start, node.end)
}
