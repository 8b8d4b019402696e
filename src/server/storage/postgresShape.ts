import { CompiledQuery, type Transaction } from 'kysely'
import { checkShape, type Shape } from './shape.ts'

/** Columns, rules and indexes of one schema, as the catalogues of PostgreSQL write them; rules by what they say, since their names are made up. */
const SHAPE = `
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

const MADE = /^CREATE (TABLE|UNIQUE INDEX|INDEX) /

/** Holds the tables that are there against tables made of the definitions, which are gone again at once: so PostgreSQL itself writes both. */
export async function checkPostgres<T>(trx: Transaction<T>, ddl: readonly string[]): Promise<void> {
  const ask = async <Row>(text: string, ...values: unknown[]): Promise<Row[]> => (await trx.executeQuery(CompiledQuery.raw(text, values))).rows as Row[]
  const [place] = await ask<{ name: string; oid: string }>('SELECT nspname AS name, oid::text AS oid FROM pg_namespace WHERE nspname = current_schema()')
  if (!place) throw new Error('The database has no schema to make tables in')
  const read = async (oid: string): Promise<Shape> => {
    const rows = await ask<{ name: string; what: string }>(SHAPE, oid)
    // Which schema something is of is told only where it is not the first in the path.
    return new Map(rows.map(({ name, what }) => [unplaced(name, place.name), unplaced(what, place.name)]))
  }
  const there = await read(place.oid)
  await ask('SAVEPOINT shape')
  await ask(`SET LOCAL search_path TO pg_temp, "${place.name.replaceAll('"', '""')}"`)
  for (const statement of ddl.filter((one) => MADE.test(one))) await ask(statement)
  const [temporary] = await ask<{ oid: string }>('SELECT pg_my_temp_schema()::text AS oid')
  const wanted = await read(temporary?.oid ?? '')
  await ask('ROLLBACK TO SAVEPOINT shape')
  checkShape(there, wanted)
}

const unplaced = (text: string, schema: string): string => text.replaceAll(/\bpg_temp(_\d+)?\./g, '').replaceAll(`${schema}.`, '')
