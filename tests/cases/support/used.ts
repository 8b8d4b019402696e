import { visitAst } from '../../../codegen/compiler/infer/ast.ts'
import type { ASTNode } from '../../../codegen/compiler/infer/ast.ts'

/** The operators and functions that an expression uses, each once. */
export function used(ast: ASTNode): Set<string> {
  const names = new Set<string>()
  visitAst(ast, (node) => names.add(node.op === 'call' || node.op === 'rcall' ? node.args[0] : node.op))
  return names
}
