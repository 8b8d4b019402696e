import type { Registry, RegistryFieldsType, RegistryWidgetsType, TemplatesType, WidgetProps } from '@rjsf/utils'
import type { ComponentType } from 'react'
import { STOCK, STOCK_WIDGETS } from '../../../core/forms.ts'
import type { FormContext } from '../scope.ts'

export type Props = WidgetProps<unknown, import('@rjsf/utils').RJSFSchema, FormContext>

/** A form widget: the default export of one file of widgets/, named as `ui:widget` names it, is a component on RJSF's own contract. */
export interface FormWidget {
  default: ComponentType<Props>
  /** The widget draws its own label (a box to tick, a picture). */
  ownLabel?: boolean
  /** The widget is a group of controls: its label names the group. */
  isGroup?: boolean
  /** What is left of a value when the user leaves the field, e.g. without the spaces round it. */
  normalize?: (value: unknown) => unknown
}

/** The library's own fields, templates and widgets, for what this theme does not draw by itself. */
export interface Stock {
  fields: RegistryFieldsType
  templates: Partial<TemplatesType>
  widgets: RegistryWidgetsType
  /** A widget of the theme as the library's own fields use it, which translate no labels. */
  withTexts: (Widget: ComponentType<Props>) => ComponentType<Props>
  translateString: Registry['translateString']
}

const eager = import.meta.glob<FormWidget>(['../widgets/*.tsx', '!../widgets/*.lazy.tsx'], { eager: true })
/** Widgets that few forms have, each in a chunk of its own. A form is drawn when those of its fields are loaded. */
const lazy = import.meta.glob<FormWidget>('../widgets/*.lazy.tsx')

const nameOf = (path: string): string => /([\w-]+?)(?:\.lazy)?\.tsx$/.exec(path)?.[1] ?? path
const loaded = new Map<string, FormWidget>(Object.entries(eager).map(([path, widget]) => [nameOf(path), widget]))
const loaders = new Map(Object.entries(lazy).map(([path, load]) => [nameOf(path), load]))
let stock: Stock | null = null

/** Names under which RJSF's own fields ask for a widget. */
const LIBRARY_NAMES: Readonly<Record<string, string>> = {
  text: 'TextWidget', password: 'PasswordWidget', email: 'EmailWidget', textarea: 'TextareaWidget', select: 'SelectWidget', checkbox: 'CheckboxWidget', checkboxes: 'CheckboxesWidget', radio: 'RadioWidget', date: 'DateWidget',
}

/** A widget of the theme that is loaded. */
export const formWidget = (name: string): FormWidget | undefined => loaded.get(name)
export const stockParts = (): Stock | null => stock

/** Whether what draws this (a widget, or STOCK) is still to be loaded. */
export const isFieldAwaited = (kind: string): boolean => (kind === STOCK || STOCK_WIDGETS.has(kind) ? stock === null : loaders.has(kind) && !loaded.has(kind))

/** Loads the lazy ones among these widgets, without a list all of them. Rejects when a chunk cannot be loaded. */
export async function loadFields(kinds: Iterable<string> = [...loaders.keys(), STOCK]): Promise<void> {
  await Promise.all(
    [...new Set(kinds)].map(async (kind) => {
      if (!isFieldAwaited(kind)) return
      if (kind === STOCK || STOCK_WIDGETS.has(kind)) stock = (await import('./stock.lazy.tsx')).default
      else {
        const widget = await loaders.get(kind)?.()
        if (widget) loaded.set(kind, widget)
      }
    }),
  )
}

/** Every widget that is loaded, by the name of its file and by the library's. */
export function registeredWidgets(): RegistryWidgetsType {
  const named = [...loaded].flatMap(([name, { default: own }]) => {
    const Widget = stock ? stock.withTexts(own) : own
    return [[name, Widget], ...(LIBRARY_NAMES[name] === undefined ? [] : [[LIBRARY_NAMES[name], Widget]])]
  })
  return { ...stock?.widgets, ...(Object.fromEntries(named) as RegistryWidgetsType) }
}
