import type { ColumnType, InsertType, RawBuilder, SelectType, UpdateType } from 'kysely'

/** Integers are read as BigInt, so that money never passes through a float; a number may be written. */
export type Integer = ColumnType<bigint, bigint | number, bigint | number>

type Defaulted<Type> = ColumnType<SelectType<Type>, InsertType<Type> | undefined, UpdateType<Type>>

export interface ColumnDefinition {
  /** `bigint`: an integer of a table that is not STRICT. */
  readonly type: 'text' | 'integer' | 'bigint' | 'blob'
  readonly nullable?: boolean
  readonly primaryKey?: boolean
  /** The database numbers the rows; a number is never used twice. */
  readonly identity?: boolean
  readonly unique?: boolean
  /** Compared without regard to case. */
  readonly ignoreCase?: boolean
  readonly default?: string | number
  /** Condition on the value, without the name of the column. */
  readonly check?: string
  /** "table.column" that has the value. */
  readonly references?: string
  /** The row is deleted with the referenced one. */
  readonly cascade?: boolean
}

/** A column of a table; `Type` is its type in kysely's table interface. */
export class Column<Type> {
  declare readonly type: Type
  readonly definition: ColumnDefinition

  constructor(definition: ColumnDefinition) {
    this.definition = definition
  }

  nullable(): Column<Type | null> {
    return new Column({ ...this.definition, nullable: true })
  }

  /** In a table with a composite key, use the table's `primaryKey`. */
  primaryKey(): Column<Type> {
    return new Column({ ...this.definition, primaryKey: true })
  }

  unique(): Column<Type> {
    return new Column({ ...this.definition, unique: true })
  }

  ignoreCase(): Column<Type> {
    return new Column({ ...this.definition, ignoreCase: true })
  }

  default(value: string | number): Column<Defaulted<Type>> {
    return new Column({ ...this.definition, default: value })
  }

  /** A condition on the value, without the name of the column: `check('> 0')`. */
  check(condition: string): Column<Type> {
    if (this.definition.check !== undefined) throw new Error(`A column has one check, not also ${condition}`)
    return new Column({ ...this.definition, check: condition })
  }

  references(column: `${string}.${string}`, { cascade = false } = {}): Column<Type> {
    return new Column({ ...this.definition, references: column, cascade })
  }
}

export const text = <Type extends string = string>(): Column<Type> => new Column({ type: 'text' })

/** A text that is one of the values. */
export const oneOf = <const Value extends string>(...values: readonly Value[]): Column<Value> =>
  text<Value>().check(`IN (${values.map((value) => `'${value}'`).join(', ')})`)

/** A 64-bit integer. */
export const integer = (): Column<Integer> => new Column({ type: 'integer' })

/** An integer of a table that is not STRICT. */
export const bigint = (): Column<Integer> => new Column({ type: 'bigint' })

/** 0 or 1. */
export const flag = (): Column<Integer> => integer().check('IN (0, 1)')

/** Number of the row, ascending, by the database. */
export const identity = (): Column<ColumnType<bigint, bigint | undefined, bigint>> =>
  new Column({ type: 'integer', primaryKey: true, identity: true })

export const bytes = (): Column<Uint8Array> => new Column({ type: 'blob' })

type Columns = Readonly<Record<string, Column<unknown>>>
type NameOf<Of> = keyof Of & string

export interface IndexDefinition<Name extends string = string> {
  readonly columns: readonly (Name | `${Name} desc` | RawBuilder<unknown>)[]
  readonly unique?: boolean
  /** Condition of the rows that the index has. */
  readonly where?: string
}

interface ForeignKey<Name extends string> {
  readonly columns: readonly Name[]
  readonly table: string
  readonly target: readonly string[]
}

interface Rules<Name extends string> {
  /** A composite key. */
  readonly primaryKey?: readonly Name[]
  readonly unique?: readonly (readonly Name[])[]
  readonly foreignKeys?: readonly ForeignKey<Name>[]
  readonly checks?: readonly string[]
  /** By name, which is unique in the database. */
  readonly indexes?: Readonly<Record<string, IndexDefinition<Name>>>
  /** Triggers reject UPDATE and DELETE. */
  readonly appendOnly?: boolean
  /** SQLite: clustered by its primary key. */
  readonly withoutRowid?: boolean
  /** SQLite: false allows values of other types and the type `bigint`. */
  readonly strict?: boolean
}

export interface Table<Of extends Columns = Columns> extends Rules<string> {
  readonly columns: Of
}

/** The tables of a database, by name; each follows the tables it references. */
export type Definitions = Readonly<Record<string, Table>>

export const table = <Of extends Columns>(definition: { readonly columns: Of } & Rules<NameOf<Of>>): Table<Of> =>
  definition

/** Names of the columns of a table. */
export const columnsOf = <Of extends Columns>({ columns }: Table<Of>): NameOf<Of>[] => Object.keys(columns)

/** kysely's table interfaces of the definitions. */
export type TableTypes<Of extends Definitions> = {
  [Name in keyof Of]: { [Key in keyof Of[Name]['columns']]: Of[Name]['columns'][Key]['type'] }
}
