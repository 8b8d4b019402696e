import type { ColumnType } from 'kysely'

/** Integers are read as BigInt, so that money never passes through a float; a number may be written. */
export type Integer = ColumnType<bigint, bigint | number, bigint | number>
