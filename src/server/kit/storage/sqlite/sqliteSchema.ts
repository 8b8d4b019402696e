import { Kysely, sql, SqliteDialect } from 'kysely'
import { addMissing } from '../createTables.ts'
import type { DbSchema } from '../schema.ts'
import { kyselyDatabase, openConnection } from './sqliteDriver.ts'
import type { Definitions } from '../table.ts'

/** SQLite describes everything but the checks, which are only in the texts of the tables. */
const SCHEMA_QUERY = sql<{ name: string; what: string }>`
  WITH t AS MATERIALIZED (SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\')
  SELECT 'column ' || t.name || '.' || c.name AS name,
    upper(c.type) || CASE WHEN c."notnull" THEN ' NOT NULL' ELSE '' END || coalesce(' DEFAULT ' || c.dflt_value, '') AS what
  FROM t JOIN pragma_table_info(t.name) c
  UNION ALL SELECT 'rule of ' || t.name || ': PRIMARY KEY (' || group_concat(c.name, ', ' ORDER BY c.pk) || ')', ''
  FROM t JOIN pragma_table_info(t.name) c WHERE c.pk GROUP BY t.name
  UNION ALL SELECT 'rule of ' || t.name || ': UNIQUE (' || group_concat(x.name || iif(x.coll = 'BINARY', '', ' COLLATE ' || upper(x.coll)), ', ' ORDER BY x.seqno) || ')', ''
  FROM t JOIN pragma_index_list(t.name) i JOIN pragma_index_xinfo(i.name) x WHERE i.origin = 'u' AND x.key GROUP BY t.name, i.name
  UNION ALL SELECT 'rule of ' || t.name || ': FOREIGN KEY (' || group_concat(f."from", ', ' ORDER BY f.seq) || ') REFERENCES ' || f."table" || ' ('
    || group_concat(f."to", ', ' ORDER BY f.seq) || ')' || iif(f.on_delete = 'NO ACTION', '', ' ON DELETE ' || f.on_delete) || iif(f.on_update = 'NO ACTION', '', ' ON UPDATE ' || f.on_update), ''
  FROM t JOIN pragma_foreign_key_list(t.name) f GROUP BY t.name, f.id
  UNION ALL SELECT 'rule of ' || name || ': STRICT', '' FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND strict
  UNION ALL SELECT 'rule of ' || name || ': WITHOUT ROWID', '' FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND wr
  UNION ALL SELECT type || ' ' || name, sql FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL
  UNION ALL SELECT 'table ' || name, sql FROM t`

export async function readSqliteSchema<T>(db: Kysely<T>): Promise<DbSchema> {
  const { rows } = await SCHEMA_QUERY.execute(db)
  return new Map(
    rows.flatMap(({ name, what }): [string, string][] => {
      if (/^(index|trigger) /.test(name)) return [[name, normalized(what)]]
      return name.startsWith('table ') ? rulesInText(name.slice('table '.length), normalized(what)) : [[name, what]]
    }),
  )
}

/** Per definitions: their schema, as SQLite describes it in an empty database. */
const expected = new WeakMap<Definitions, Promise<DbSchema>>()

export function expectedSqliteSchema(tables: Definitions): Promise<DbSchema> {
  const schema = expected.get(tables) ?? describe(tables)
  expected.set(tables, schema)
  return schema
}

async function describe(tables: Definitions): Promise<DbSchema> {
  const db = new Kysely<unknown>({
    dialect: new SqliteDialect({ database: kyselyDatabase(openConnection(':memory:')) }),
  })
  try {
    await addMissing(db, tables, new Map())
    return await readSqliteSchema(db)
  } finally {
    await db.destroy()
  }
}

/** The statement in one line, without quotes of names and in lower case except for texts. */
const normalized = (statement: string): string =>
  statement
    .replaceAll(/'[^']*'|"|\s+|[A-Z]+/g, (part) => {
      if (part.startsWith("'")) return part
      if (part === '"') return ''
      return part.trim() === '' ? ' ' : part.toLowerCase()
    })
    .trim()

function rulesInText(table: string, statement: string): [string, string][] {
  const checks = [...statement.matchAll(/'[^']*'|\bcheck ?\(/g)].flatMap(({ 0: found, index }) =>
    found.startsWith("'") ? [] : [`CHECK (${enclosed(statement, index + found.length)})`],
  )
  const rules = [...checks, ...(/\bautoincrement\b/.test(statement) ? ['AUTOINCREMENT'] : [])]
  return rules.map((rule) => [`rule of ${table}: ${rule}`, ''])
}

/** The text up to the parenthesis that closes the one before `start`. */
function enclosed(text: string, start: number): string {
  let depth = 1
  for (const { 0: found, index } of text.slice(start).matchAll(/'[^']*'|[()]/g)) {
    if (found === '(') depth += 1
    if (found === ')') depth -= 1
    if (depth === 0) return text.slice(start, start + index)
  }
  throw new Error(`Not the definition of a table: ${text.slice(0, 80)}`)
}
