import type { FormWidget } from './formWidget.ts'
import type { RegistryWidgetsType } from '@rjsf/utils'
import { lazyWidgets, loadedLibraryParts, widgetName } from './loading.ts'

const files = import.meta.glob<FormWidget>(['../widgets/*.tsx', '!../widgets/*.lazy.tsx'], { eager: true })
const eager = new Map<string, FormWidget>(Object.entries(files).map(([path, widget]) => [widgetName(path), widget]))

/** Names under which RJSF's own fields ask for a widget. */
const LIBRARY_NAMES: Readonly<Record<string, string>> = {
  text: 'TextWidget',
  password: 'PasswordWidget',
  email: 'EmailWidget',
  textarea: 'TextareaWidget',
  select: 'SelectWidget',
  checkbox: 'CheckboxWidget',
  checkboxes: 'CheckboxesWidget',
  radio: 'RadioWidget',
  date: 'DateWidget',
}

/** A widget of the theme that is loaded. */
export const formWidget = (name: string): FormWidget | undefined => eager.get(name) ?? lazyWidgets.get(name)

let registered: { widgets: RegistryWidgetsType; library: ReturnType<typeof loadedLibraryParts>; lazy: number } | null =
  null

/** Every widget that is loaded, by the name of its file and by the library's: the library's own fields ask for them. The same object until another one is loaded. */
export function registeredWidgets(): RegistryWidgetsType {
  const library = loadedLibraryParts()
  if (registered?.library === library && registered.lazy === lazyWidgets.size) return registered.widgets
  const named = [...eager, ...lazyWidgets].flatMap(([name, { default: own }]) => {
    const Widget = library ? library.withTexts(own) : own
    return [[name, Widget], ...(LIBRARY_NAMES[name] === undefined ? [] : [[LIBRARY_NAMES[name], Widget]])]
  })
  const widgets = { ...library?.widgets, ...(Object.fromEntries(named) as RegistryWidgetsType) }
  registered = { widgets, library, lazy: lazyWidgets.size }
  return widgets
}
