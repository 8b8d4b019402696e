import type { Registry, RegistryFieldsType, RegistryWidgetsType, TemplatesType } from '@rjsf/utils'
import type { ComponentType } from 'react'
import type { TextOf } from '../../../language/texts/texts.ts'
import type { FormWidgetProps } from './formWidget.ts'

/** The library's own fields, templates and widgets, for elements that this theme does not draw. */
export interface LibraryParts {
  fields: RegistryFieldsType
  templates: Partial<TemplatesType>
  widgets: RegistryWidgetsType
  /** A widget of the theme as the library's own fields use it. */
  withTexts: (Widget: ComponentType<FormWidgetProps>) => ComponentType<FormWidgetProps>
  translation: (textOf: TextOf) => Registry['translateString']
}
