import { expect, it } from 'vitest'
import { kindsFor } from './ChooseValue.tsx'

it.each([
  [{ type: ['string', 'null'], format: 'decimal' }, ['decimal']],
  [{ type: 'string', format: 'text' }, ['text']],
  [{ type: ['integer', 'null'], format: 'unix-seconds' }, ['moment']],
  [{ type: 'integer' }, []],
  [{ type: 'string', enum: ['a'] }, []],
  [{ type: 'string', format: 'icon' }, []],
  [{ type: 'array' }, []],
])('values that fit %j', (schema, kinds) => expect(kindsFor(schema)).toEqual(kinds))
