import type { Json, Shape } from '../../core/program.ts'
import type { Variant } from './protocol.ts'

const LONGEST_WORDS = 48
const LONGEST_DECIMAL = '99999999999.99999999'

const typesOf = ({ type }: Shape): Json[] => (type === undefined ? [] : Array.isArray(type) ? type : [type])
const shapeAt = (value: Json | undefined): Shape =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}

/** A recorded value with other values where its schema allows them: empty lists, longest words and amounts, zero, or null. */
export function varied(value: Json, shape: Shape, variant: Variant): Json {
  const types = typesOf(shape)
  if (variant === 'null' && types.includes('null')) return null
  if (Array.isArray(value)) {
    const limit = typeof shape.minItems === 'number' ? shape.minItems : 0
    const items = variant === 'empty' ? value.slice(0, limit) : value
    return items.map((item) => varied(item, shapeAt(shape.items), variant))
  }
  if (typeof value === 'object' && value !== null) {
    const properties = shapeAt(shape.properties)
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, varied(one, shapeAt(properties[name]), variant)]),
    )
  }
  if (variant === 'zero') return zero(value, shape)
  if (variant === 'longest') return longest(value, shape)
  return value
}

function zero(value: Json, { format, minimum, enum: words }: Shape): Json {
  if (words !== undefined) return value
  if (format === 'decimal') return '0'
  const isTime = typeof format === 'string' && format.includes('time')
  return typeof value === 'number' && !isTime && (typeof minimum !== 'number' || minimum <= 0) ? 0 : value
}

function longest(value: Json, shape: Shape): Json {
  const { format, pattern, maxLength, enum: words, const: fixed } = shape
  if (format === 'decimal') return LONGEST_DECIMAL
  const isWords = format === undefined && pattern === undefined && words === undefined && fixed === undefined
  if (!isWords) return value
  const types = typesOf(shape)
  if (!types.includes('string')) return value
  const length = typeof maxLength === 'number' ? Math.min(maxLength, LONGEST_WORDS) : LONGEST_WORDS
  return 'Wilhelmina Featherstonehaugh-Vandersteenhoven von'.padEnd(length, ' Wide').slice(0, length)
}
