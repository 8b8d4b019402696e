import { sql, type Kysely } from 'kysely'
import { createTables } from '../createTables.ts'
import type { AnyTables } from '../migrations.ts'
import type { DbSchema } from '../schema.ts'
import type { SchemaReader } from '../updateSchema.ts'

/** Columns, constraints, indexes and triggers of one schema; constraints by definition, since their names are generated. */
const schemaQuery = (oid: string) => sql<{ name: string; what: string }>`
  SELECT 'column ' || c.relname || '.' || a.attname AS name,
    format_type(a.atttypid, a.atttypmod) || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END || CASE WHEN a.attidentity <> '' THEN ' GENERATED' ELSE '' END
    || coalesce(' COLLATE ' || o.collname, '') || coalesce(' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid), '') AS what
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum LEFT JOIN pg_collation o ON o.oid = a.attcollation AND o.collname <> 'default'
  WHERE c.relkind = 'r' AND c.relnamespace = ${oid}::oid
  UNION ALL SELECT 'rule of ' || c.relname || ': ' || pg_get_constraintdef(r.oid), '' FROM pg_constraint r JOIN pg_class c ON c.oid = r.conrelid
  WHERE r.contype NOT IN ('n', 't') AND c.relkind = 'r' AND c.relnamespace = ${oid}::oid
  UNION ALL SELECT 'index ' || i.relname, pg_get_indexdef(x.indexrelid) FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class c ON c.oid = x.indrelid
  WHERE i.relnamespace = ${oid}::oid AND NOT EXISTS (SELECT 1 FROM pg_constraint r WHERE r.conindid = x.indexrelid)
  UNION ALL SELECT 'trigger ' || g.tgname, '' FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid WHERE NOT g.tgisinternal AND c.relnamespace = ${oid}::oid`

/** Reads the schema `name`, and describes the definitions by temporary tables, so that PostgreSQL formats both. */
export const postgresReader = ({ name, oid }: { name: string; oid: string }): SchemaReader => ({
  schema: name,
  read: (db) => readSchema(db, oid, name),
  async expected(db, tables) {
    await sql`SAVEPOINT expected`.execute(db)
    await sql`SET LOCAL search_path TO pg_temp, ${sql.id(name)}`.execute(db)
    await createTables(db, tables)
    const { rows } = await sql<{ oid: string }>`SELECT pg_my_temp_schema()::text AS oid`.execute(db)
    const schema = await readSchema(db, rows[0]?.oid ?? '', name)
    await sql`ROLLBACK TO SAVEPOINT expected`.execute(db)
    return schema
  },
})

async function readSchema(db: Kysely<AnyTables>, oid: string, schema: string): Promise<DbSchema> {
  const { rows } = await schemaQuery(oid).execute(db)
  // PostgreSQL writes the schema name only where it is not the first of the search path.
  const unqualified = (text: string): string => text.replaceAll(/\bpg_temp(_\d+)?\./g, '').replaceAll(`${schema}.`, '')
  return new Map(rows.map(({ name, what }) => [unqualified(name), unqualified(what)]))
}
