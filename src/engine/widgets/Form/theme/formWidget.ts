import type { RJSFSchema, WidgetProps } from '@rjsf/utils'
import type { ComponentType } from 'react'
import type { FormContext } from '../scope.ts'

export type FormWidgetProps = WidgetProps<unknown, RJSFSchema, FormContext>

/** A form widget: the default export of one file of widgets/, named as `ui:widget` names it, is a component on RJSF's own contract. */
export interface FormWidget {
  default: ComponentType<FormWidgetProps>
  /** The widget draws its own label (a box to tick, a picture). */
  ownLabel?: boolean
  /** The widget is a group of controls: its label names the group. */
  isGroup?: boolean
}
