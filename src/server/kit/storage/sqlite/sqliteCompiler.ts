import {
  ColumnNode,
  ReferenceNode,
  SqliteQueryCompiler,
  ValueNode,
  type BinaryOperationNode,
  type LimitNode,
  type OperationNode,
} from 'kysely'

const isStatus = (node: OperationNode): boolean =>
  ReferenceNode.is(node) && ColumnNode.is(node.column) && node.column.column.name === 'status'

const asLiteral = <Node extends OperationNode>(node: Node): Node =>
  ValueNode.is(node) && (typeof node.value === 'bigint' || Number.isSafeInteger(node.value))
    ? { ...node, immediate: true }
    : node

/**
 * Writes limits and compared statuses as literals. Of a parameter there, SQLite's planner reads the value, because of partial indexes and
 * the cost of sorting: the statement would be prepared again for each execution.
 */
export class SqliteCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    super.visitLimit({ ...node, limit: asLiteral(node.limit) })
  }

  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    super.visitBinaryOperation(
      isStatus(node.leftOperand) ? { ...node, rightOperand: asLiteral(node.rightOperand) } : node,
    )
  }
}
