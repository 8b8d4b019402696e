import type { ASTNode } from './ast.ts'

/** The node of a call of a function or a method. */
export type CallNode = ASTNode & { op: 'call' | 'rcall' }

export interface Call {
  node: CallNode
  name: string
  receiver: ASTNode | undefined
  args: ASTNode[]
}
