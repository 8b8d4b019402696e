const TABLE = /^CREATE TABLE IF NOT EXISTS (\w+)\s*\(/
const TABLE_CONSTRAINT = /^(CHECK|UNIQUE|PRIMARY|FOREIGN|CONSTRAINT)\b/

export interface Column {
  table: string
  name: string
  /** Text of the column definition, name first. */
  definition: string
}

/** The columns of all table definitions among the statements. */
export function columnsOf(statements: readonly string[]): Column[] {
  return tablesOf(statements).flatMap(({ table, parts }) =>
    parts
      .filter((part) => !TABLE_CONSTRAINT.test(part))
      .map((definition) => ({ table, name: /^\w+/.exec(definition)?.[0] ?? '', definition })),
  )
}

/** Table constraints: checks, composite keys and table options. */
export function constraintsOf(statements: readonly string[]): { table: string; constraint: string }[] {
  return tablesOf(statements).flatMap(({ table, parts, options }) =>
    [...parts.filter((part) => TABLE_CONSTRAINT.test(part)), ...(options === '' ? [] : [options])].map(
      (constraint) => ({ table, constraint }),
    ),
  )
}

function tablesOf(statements: readonly string[]): { table: string; parts: string[]; options: string }[] {
  return statements.flatMap((statement) => {
    const [head = '', table] = TABLE.exec(statement) ?? []
    return table === undefined ? [] : [{ table, ...partsOf(statement, head.length) }]
  })
}

/** Splits the parenthesised list at its commas; `options` is the text after the closing parenthesis. */
function partsOf(text: string, from: number): { parts: string[]; options: string } {
  const parts: string[] = []
  let depth = 0
  let quoted = false
  let start = from
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === "'") quoted = !quoted
    if (quoted) continue
    if (depth === 0 && (sign === ',' || sign === ')')) {
      parts.push(text.slice(start, at).trim())
      start = at + 1
      if (sign === ')') return { parts, options: text.slice(start).trim() }
    }
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
  }
  throw new Error(`Not the definition of a table: ${text.slice(0, 80)}`)
}

/** Returns whether a DDL statement creates a table. */
export const isTable = (statement: string): boolean => TABLE.test(statement)

/** ALTER statements that add missing columns; `existing`: "table.column" of each column the database has. */
export function missingColumns(
  statements: readonly string[],
  existing: ReadonlySet<string>,
): { column: string; statement: string }[] {
  return columnsOf(statements)
    .filter(({ table, name }) => !existing.has(`${table}.${name}`))
    .map(({ table, name, definition }) => ({
      column: `${table}.${name}`,
      statement: `ALTER TABLE ${table} ADD COLUMN ${definition}`,
    }))
}

/** A NOT NULL column without a default cannot be added to existing rows; the server then refuses to start. */
export const cannotAdd = (column: string, cause: unknown): Error =>
  new Error(
    `This database has no column ${column}, and it cannot be added: ${cause instanceof Error ? cause.message : String(cause)}`,
    { cause },
  )
