import type { PropertySchema } from '../model/vocabulary.ts'

/** Kind of symbol that a value names, from its schema, such as a call or the payload of one. */
export interface Ref {
  kind?: string
  of?: string
}

export const refOf = (schema: PropertySchema | undefined): Ref | undefined => schema?.['x-ref'] as Ref | undefined

const WIDGETS: Readonly<Record<string, string>> = {
  call: 'callName',
  payload: 'payload',
  params: 'params',
  query: 'queryName',
  pagedQuery: 'queryName',
  state: 'stateName',
}
const LISTS: Readonly<Record<string, string>> = { call: 'callNames', query: 'queryNames' }

/** The widget of a value that names something or a picture, or is a list of names, of objects or of texts. */
export function refWidgetOf({ items, ...schema }: PropertySchema): string | undefined {
  const own = schema['x-picture'] === true ? 'picture' : WIDGETS[refOf(schema)?.kind ?? '']
  if (own !== undefined || !items) return own
  return (
    LISTS[refOf(items)?.kind ?? ''] ??
    (items.properties ? 'objectList' : items.format === 'text' ? 'textList' : undefined)
  )
}
