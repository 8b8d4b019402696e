import { sql, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { patterns } from '../../../engine/language/forms/schemaFormats.ts'
import { refuse } from '../errors.ts'

/** Rows of a page of the lists of a user. */
export const PAGE_SIZE = 20

/** Returns the number of rows before a page. Pages are numbered from 1; undefined is the first. */
export const offsetOf = (page: number | undefined, size: number): number => ((page ?? 1) - 1) * size

/** The rows of a page from `size` + 1 fetched rows, and the number of the next page, or null. */
export function pageOf<Row>(
  rows: readonly Row[],
  page: number | undefined,
  size: number,
): { rows: Row[]; next: number | null } {
  return { rows: rows.slice(0, size), next: rows.length > size ? (page ?? 1) + 1 : null }
}

/** The requested page: the rows after the position of a cursor, if there is one, otherwise those of the page number. */
export interface PageInput {
  page?: number | undefined
  after?: string | undefined
}

export interface Page<Row> {
  rows: Row[]
  next: number | null
  /** Position of the last row, if there is a next page. It stays valid when that row has left the list. */
  cursor?: string
}

/** A column by which a list is sorted. */
export interface SortColumn<Name extends string = string> {
  readonly column: Name
  /** `id`: a text in the format of an id. */
  readonly type: 'id' | 'integer'
  readonly direction: 'asc' | 'desc'
}

type CursorValue = string | bigint

/** The sort of rows whose ids ascend with time, latest first. */
export const LATEST_FIRST = [{ column: 'id', type: 'id', direction: 'desc' }] as const

/** The sort of rows with the time of their creation, latest first. */
export const LATEST_CREATED_FIRST = [
  { column: 'created', type: 'integer', direction: 'desc' },
  { column: 'id', type: 'id', direction: 'asc' },
] as const

const SEPARATOR = '.'
const INTEGER = /^-?\d{1,18}$/

const cursorOf = (values: readonly CursorValue[]): string => values.join(SEPARATOR)

/** Splits a cursor into the values of the sort columns. Throws `parameterError` for a text that is no cursor of such columns. */
export function cursorValues(cursor: string, types: readonly SortColumn['type'][]): CursorValue[] {
  const texts = cursor.split(SEPARATOR)
  if (texts.length !== types.length) throw refuse('parameterError', { field: 'after' })
  return texts.map((text, i) => {
    if (types[i] === 'integer' ? !INTEGER.test(text) : !patterns.id?.test(text))
      throw refuse('parameterError', { field: 'after' })
    return types[i] === 'integer' ? BigInt(text) : text
  })
}

/** A page of entities, with its cursor if there is a next page. `valuesOf`: the values of the sort columns of a row. */
export function withCursor<Row, Entity>(
  { rows, next }: { rows: readonly Row[]; next: number | null },
  entities: Entity[],
  valuesOf: (row: Row) => readonly CursorValue[],
): Page<Entity> {
  const last = rows.at(-1)
  return { rows: entities, next, ...(next !== null && last !== undefined && { cursor: cursorOf(valuesOf(last)) }) }
}

/** Rows after a position. The comparison of the first column alone is an index range, which an OR would not be. */
function isAfter(sort: readonly SortColumn[], values: readonly CursorValue[]): RawBuilder<SqlBool> {
  const [first, ...rest] = sort
  if (!first) throw new Error('A paged list is sorted by at least one column')
  const column = sql.ref(first.column)
  const sign = sql.raw(first.direction === 'desc' ? '<' : '>')
  if (rest.length === 0) return sql<SqlBool>`${column} ${sign} ${values[0]}`
  return sql<SqlBool>`(${column} ${sign}= ${values[0]} AND (${column} ${sign} ${values[0]} OR ${isAfter(rest, values.slice(1))}))`
}

/** Reads one page of a query (20 rows) in the order of `sort`, whose columns identify a row, and maps each row to its entity. */
export async function readPage<DB, TB extends keyof DB, Row extends Record<string, unknown>, Entity>(
  query: SelectQueryBuilder<DB, TB, Row>,
  sort: readonly SortColumn<keyof Row & string>[],
  { page, after }: PageInput,
  toEntity: (row: Row) => Entity | Promise<Entity>,
): Promise<Page<Entity>> {
  let sorted = query
  const types = sort.map(({ type }) => type)
  if (after !== undefined) sorted = sorted.where(isAfter(sort, cursorValues(after, types)))
  for (const { column, direction } of sort) sorted = sorted.orderBy(sql.ref(column), direction)
  const rows = (await sorted
    .offset(after === undefined ? offsetOf(page, PAGE_SIZE) : 0)
    .limit(PAGE_SIZE + 1)
    .execute()) as Row[]
  const found = pageOf(rows, page, PAGE_SIZE)
  const entities = await Promise.all(found.rows.map((row) => toEntity(row)))
  return withCursor(found, entities, (row) => sort.map(({ column }) => row[column] as CursorValue))
}
