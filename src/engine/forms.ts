/** Kinds of fields of a form: the theme of RJSF's form, and what a field's widget gets. */
export { formWidget, registeredWidgets } from './widgets/Form/theme/widgets.ts'
export type { FormWidget, FormWidgetProps } from './widgets/Form/theme/formWidget.ts'
export { useFormScope, type FormContext, type FormScope } from './widgets/Form/scope.ts'
