/** Widgets of react-jsonschema-form that this theme uses unchanged. */
export const LIBRARY_WIDGETS: ReadonlySet<string> = new Set([
  'updown',
  'range',
  'date-time',
  'time',
  'uri',
  'url',
  'color',
  'file',
  'files',
])
/** The capability to render the library's own fields: lists, alternatives, maps, `allOf` and its widgets. */
export const LIBRARY_FIELDS = 'stock'
