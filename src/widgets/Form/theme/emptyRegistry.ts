import type { Registry } from '@rjsf/utils'

/** What @rjsf/core's Form starts from: nothing, since the theme gives it all by its props. */
export default function emptyRegistry(): Omit<Registry, 'schemaUtils'> {
  return {
    fields: {},
    templates: { ButtonTemplates: {} } as Registry['templates'],
    widgets: {},
    rootSchema: {},
    formContext: {},
    translateString: (text) => text,
    globalFormOptions: { idPrefix: 'root', idSeparator: '_', useFallbackUiForUnsupportedType: false },
  }
}
