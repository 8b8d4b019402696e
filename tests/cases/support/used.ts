import type { ASTNode } from '../../../codegen/compile/infer/ast.ts'

/** The operators and functions that an expression uses, each once. */
export function used(node: ASTNode, names: Set<string> = new Set()): Set<string> {
  const inner = (...nodes: ASTNode[]): void => nodes.forEach((one) => used(one, names))
  switch (node.op) {
    case 'call':
      names.add(node.args[0])
      inner(...node.args[1])
      break
    case 'rcall':
      names.add(node.args[0])
      inner(node.args[1], ...node.args[2])
      break
    case 'list':
      names.add('list')
      inner(...node.args)
      break
    case 'map':
      names.add('map')
      inner(...node.args.flat())
      break
    case '.':
    case '.?':
      names.add(node.op)
      inner(node.args[0])
      break
    case '!_':
    case '-_':
      names.add(node.op)
      inner(node.args)
      break
    case 'value':
    case 'id':
      names.add(node.op)
      break
    default:
      names.add(node.op)
      inner(...node.args)
  }
  return names
}
