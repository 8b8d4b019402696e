import type { Compilable, CompiledQuery, Insertable, InsertResult, Kysely, QueryResult } from 'kysely'
import { isPostgres } from './createTables.ts'
import { ReadingAdapter } from './sqlite/sqliteDialect.ts'
import type { Definitions, TableTypes } from './table.ts'

/** Placeholder for a value while a query is built. */
class Parameter {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** A parameter for each name. */
const STAND_INS: object = new Proxy({}, { get: (_, name) => new Parameter(String(name)) })

/** Names of the prepared statements of PostgreSQL, by their texts. */
const names = new Map<string, string>()

/** Name of the prepared statement of a text; undefined if the text is no prepared query. */
export const statementName = (sql: string): string | undefined => names.get(sql)

/**
 * A query that is built and compiled once, since that takes longer than its execution; PostgreSQL parses it once for each connection.
 * `build` receives a placeholder for each value: it may become a parameter of the query, and may not be null, a list,
 * or decide anything. Columns are selected by name: `selectAll` would fail on PostgreSQL when another process adds one.
 */
export function prepared<T, V extends object, Row>(
  build: (db: Kysely<T>, values: V) => Compilable<Row>,
): (db: Kysely<T>, values: V) => Promise<QueryResult<Row>> {
  const compiled: { sqlite?: CompiledQuery<Row>; postgres?: CompiledQuery<Row> } = {}
  return async (db, values) => {
    const dialect = isPostgres(db) ? 'postgres' : 'sqlite'
    let query = compiled[dialect]
    if (!query) {
      query = compiled[dialect] = build(db, STAND_INS as V).compile()
      if (dialect === 'postgres') names.set(query.sql, `placard_${names.size}`)
    }
    const parameters = query.parameters.map((value) =>
      value instanceof Parameter ? (values[value.name as keyof V] ?? null) : value,
    )
    const filled = { ...query, parameters }
    const { adapter } = db.getExecutor()
    const read = adapter instanceof ReadingAdapter && !db.isTransaction ? adapter.read<Row>(filled) : null
    return await (read ?? db.executeQuery(filled))
  }
}

/** The insertion of one row, with all columns of its table. */
export function preparedInsert<Of extends Definitions, Name extends keyof Of & string>(tables: Of, name: Name) {
  type Row = Insertable<TableTypes<Of>[Name]>
  const columns = Object.keys(tables[name]?.columns ?? {}) as (keyof Row)[]
  return prepared((db: Kysely<Record<string, Row>>, row: Row) =>
    db.insertInto(name).values(Object.fromEntries(columns.map((column) => [column, row[column]])) as never),
  ) as unknown as <T>(db: Kysely<T>, row: Row) => Promise<QueryResult<InsertResult>>
}
