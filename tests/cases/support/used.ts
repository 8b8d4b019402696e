import type { ASTNode } from '../../../codegen/compile/infer/ast.ts'

/** The operators and functions that an expression uses, each once. */
export function used(node: ASTNode, found: Set<string> = new Set()): Set<string> {
  const inner = (...nodes: ASTNode[]): void => nodes.forEach((one) => used(one, found))
  switch (node.op) {
    case 'call':
      found.add(node.args[0])
      inner(...node.args[1])
      break
    case 'rcall':
      found.add(node.args[0])
      inner(node.args[1], ...node.args[2])
      break
    case 'list':
      found.add('list')
      inner(...node.args)
      break
    case 'map':
      found.add('map')
      inner(...node.args.flat())
      break
    case '.':
    case '.?':
      found.add(node.op)
      inner(node.args[0])
      break
    case '!_':
    case '-_':
      found.add(node.op)
      inner(node.args)
      break
    case 'value':
    case 'id':
      found.add(node.op)
      break
    default:
      found.add(node.op)
      inner(...node.args)
  }
  return found
}
