import { MACROS } from './ast.ts'
import type { ASTNode } from './ast.ts'

/** A name and the members read of it, outermost first: `state.step` is ["state", "step"]. */
export type MemberPath = readonly string[]

/** Identity of an expression of the source: facts about one occurrence apply to all with the same key. */
export interface AstKey {
  /** Canonical text. Two keys are equal if their texts are. */
  readonly text: string
  /** The paths that it reads, without the items that its macros bind. */
  readonly reads: readonly MemberPath[]
  /** The path that it consists of; absent for other expressions. */
  readonly path?: MemberPath
}

/** Cache by node: the trees are immutable. */
const keys = new WeakMap<ASTNode, AstKey>()

/** The key of an expression. */
export function keyOf(node: ASTNode): AstKey {
  const known = keys.get(node)
  if (known) return known
  const key = makeKey(node)
  keys.set(node, key)
  return key
}

/** Canonical text of an expression, for comparison with others. */
export const canonicalText = (node: ASTNode): string => keyOf(node).text

export const sameKey = (a: AstKey, b: AstKey): boolean => a.text === b.text

/** The key of a path: `pathKey('state', 'step')` is that of `state.step`. */
export const pathKey = (...path: MemberPath): AstKey => ({ text: path.join('.'), reads: [path], path })

/** The key of a member of an expression. */
export const memberKey = ({ text, reads, path }: AstKey, name: string): AstKey =>
  path ? pathKey(...path, name) : { text: `${text}.${name}`, reads }

/** Whether an expression reads a path, a member of it or an object around it. */
export const readsPath = ({ reads }: AstKey, path: MemberPath): boolean =>
  reads.some((read) => read.slice(0, path.length).every((name, index) => name === path[index]))

function makeKey(node: ASTNode): AstKey {
  switch (node.op) {
    case 'value':
      return compound([], () => (typeof node.args === 'string' ? JSON.stringify(node.args) : String(node.args)))
    case 'id':
      return pathKey(node.args)
    case '.':
    case '.?':
      return memberKey(keyOf(node.args[0]), node.args[1])
    case '[]':
    case '[?]':
      return compound(node.args, ([from, index]) => `${from}[${index}]`)
    case 'call':
      return compound(node.args[1], (args) => `${node.args[0]}(${args.join(',')})`)
    case 'rcall': {
      const [name, receiver, args] = node.args
      const key = compound([receiver, ...args], ([from, ...given]) => `${from}.${name}(${given.join(',')})`)
      const [variable] = args
      if (!MACROS.has(name) || variable?.op !== 'id') return key
      const inside = args.flatMap((arg) => keyOf(arg).reads).filter(([head]) => head !== variable.args)
      return { text: key.text, reads: [...keyOf(receiver).reads, ...inside] }
    }
    case 'list':
      return compound(node.args, (items) => `[${items.join(',')}]`)
    case 'map':
      return compound(node.args.flat(), (items) => {
        const entries = node.args.map((_, index) => `${items[2 * index]}:${items[2 * index + 1]}`)
        return `{${entries.join(',')}}`
      })
    case '!_':
    case '-_':
      return compound([node.args], ([operand]) => `${node.op[0]}(${operand})`)
    default:
      return compound(node.args, (operands) => `(${operands.join(node.op)})`)
  }
}

/** The key of an expression with operands, of whose texts it writes its own. */
function compound(operands: readonly ASTNode[], write: (texts: readonly string[]) => string): AstKey {
  const inner = operands.map(keyOf)
  return { text: write(inner.map(({ text }) => text)), reads: inner.flatMap(({ reads }) => reads) }
}
