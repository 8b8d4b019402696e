import { CompiledQuery, type Transaction } from 'kysely'
import { checkSchema, type DbSchema } from './schema.ts'

/** Columns, constraints and indexes of one schema; constraints by definition, since their names are generated. */
const SCHEMA_QUERY = `
  SELECT 'column ' || c.relname || '.' || a.attname AS name,
    format_type(a.atttypid, a.atttypmod) || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END || CASE WHEN a.attidentity <> '' THEN ' GENERATED' ELSE '' END
    || coalesce(' COLLATE ' || o.collname, '') || coalesce(' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid), '') AS what
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum LEFT JOIN pg_collation o ON o.oid = a.attcollation AND o.collname <> 'default'
  WHERE c.relkind = 'r' AND c.relnamespace = $1
  UNION ALL SELECT 'rule of ' || c.relname || ': ' || pg_get_constraintdef(r.oid), '' FROM pg_constraint r JOIN pg_class c ON c.oid = r.conrelid
  WHERE r.contype <> 'n' AND c.relkind = 'r' AND c.relnamespace = $1
  UNION ALL SELECT 'index ' || i.relname, pg_get_indexdef(x.indexrelid) FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class c ON c.oid = x.indrelid
  WHERE i.relnamespace = $1 AND NOT EXISTS (SELECT 1 FROM pg_constraint r WHERE r.conindid = x.indexrelid)`

const CREATES = /^CREATE (TABLE|UNIQUE INDEX|INDEX) /

/** Compares the tables with temporary ones created from the definitions, so that PostgreSQL formats both. */
export async function checkPostgresSchema<T>(trx: Transaction<T>, ddl: readonly string[]): Promise<void> {
  const query = async <Row>(text: string, ...values: unknown[]): Promise<Row[]> =>
    (await trx.executeQuery(CompiledQuery.raw(text, values))).rows as Row[]
  const [schema] = await query<{ name: string; oid: string }>(
    'SELECT nspname AS name, oid::text AS oid FROM pg_namespace WHERE nspname = current_schema()',
  )
  if (!schema) throw new Error('The database has no schema to make tables in')
  const read = async (oid: string): Promise<DbSchema> => {
    const rows = await query<{ name: string; what: string }>(SCHEMA_QUERY, oid)
    // PostgreSQL writes the schema name only where it is not the first of the search path.
    return new Map(rows.map(({ name, what }) => [unqualified(name, schema.name), unqualified(what, schema.name)]))
  }
  const actual = await read(schema.oid)
  await query('SAVEPOINT shape')
  await query(`SET LOCAL search_path TO pg_temp, "${schema.name.replaceAll('"', '""')}"`)
  for (const statement of ddl.filter((one) => CREATES.test(one))) await query(statement)
  const [temporary] = await query<{ oid: string }>('SELECT pg_my_temp_schema()::text AS oid')
  const expected = await read(temporary?.oid ?? '')
  await query('ROLLBACK TO SAVEPOINT shape')
  checkSchema(actual, expected)
}

const unqualified = (text: string, schema: string): string =>
  text.replaceAll(/\bpg_temp(_\d+)?\./g, '').replaceAll(`${schema}.`, '')
