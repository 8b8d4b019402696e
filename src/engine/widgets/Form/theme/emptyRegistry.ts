import type { Registry } from '@rjsf/utils'

/** Initial registry of the Form of @rjsf/core: empty, since the theme passes everything by its props. */
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
