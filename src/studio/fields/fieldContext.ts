import type { ReactNode } from 'react'
import type { Place } from '../model/document.ts'
import type { PropertySchema } from '../model/vocabulary.ts'

export interface PropsFormProps {
  file: string
  place: Place
  schema: PropertySchema
  values: Readonly<Record<string, unknown>>
  base?: Place
}

/** Context that the inspector's form passes to its widgets and templates. */
export interface FieldContext {
  values: Readonly<Record<string, unknown>>
  change: (name: string, value: unknown) => void
  schema: PropertySchema
  /** Whether a property is used so seldom that it is folded away while it is not set. */
  isRare?: ((name: string) => boolean) | undefined
  /** Whether a property is written as JSON. */
  isCode?: (name: string) => boolean
  /** How another screen sets a property. */
  exampleOf?: ((name: string) => unknown) | undefined
  /** The node or step whose properties are shown. */
  file: string
  place: Place
  /** Where the values are written. */
  base: Place
  idPrefix: string
  /** The form of an object within a value. */
  PropsForm: (props: PropsFormProps) => ReactNode
}

export const isExpression = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith('=') && !value.startsWith('==')
