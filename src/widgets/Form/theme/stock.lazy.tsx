import { ADDITIONAL_PROPERTY_FLAG, buttonId, TranslatableString } from '@rjsf/utils'
import type { BaseInputTemplateProps, ArrayFieldItemTemplateProps, ArrayFieldTemplateProps, IconButtonProps, MultiSchemaFieldTemplateProps, RJSFSchema, TemplatesType, WrapIfAdditionalTemplateProps } from '@rjsf/utils'
import { isValidElement, type ComponentType } from 'react'
import ArrayField from '@rjsf/core/lib/components/fields/ArrayField.js'
import BooleanField from '@rjsf/core/lib/components/fields/BooleanField.js'
import CyclicSchemaField from '@rjsf/core/lib/components/fields/CyclicSchemaField.js'
import FallbackField from '@rjsf/core/lib/components/fields/FallbackField.js'
import MultiSchemaField from '@rjsf/core/lib/components/fields/MultiSchemaField.js'
import NullField from '@rjsf/core/lib/components/fields/NullField.js'
import NumberField from '@rjsf/core/lib/components/fields/NumberField.js'
import ObjectField from '@rjsf/core/lib/components/fields/ObjectField.js'
import OptionalDataControlsField from '@rjsf/core/lib/components/fields/OptionalDataControlsField.js'
import StockField from '@rjsf/core/lib/components/fields/SchemaField.js'
import StringField from '@rjsf/core/lib/components/fields/StringField.js'
import ArrayFieldItemButtonsTemplate from '@rjsf/core/lib/components/templates/ArrayFieldItemButtonsTemplate.js'
import BaseInputTemplate from '@rjsf/core/lib/components/templates/BaseInputTemplate.js'
import CyclicSchemaExpandTemplate from '@rjsf/core/lib/components/templates/CyclicSchemaExpandTemplate.js'
import FallbackFieldTemplate from '@rjsf/core/lib/components/templates/FallbackFieldTemplate.js'
import GridTemplate from '@rjsf/core/lib/components/templates/GridTemplate.js'
import OptionalDataControlsTemplate from '@rjsf/core/lib/components/templates/OptionalDataControlsTemplate.js'
import AltDateTimeWidget from '@rjsf/core/lib/components/widgets/AltDateTimeWidget.js'
import AltDateWidget from '@rjsf/core/lib/components/widgets/AltDateWidget.js'
import CheckboxesWidget from '@rjsf/core/lib/components/widgets/CheckboxesWidget.js'
import ColorWidget from '@rjsf/core/lib/components/widgets/ColorWidget.js'
import DateTimeWidget from '@rjsf/core/lib/components/widgets/DateTimeWidget.js'
import FileWidget from '@rjsf/core/lib/components/widgets/FileWidget.js'
import HiddenWidget from '@rjsf/core/lib/components/widgets/HiddenWidget.js'
import RadioWidget from '@rjsf/core/lib/components/widgets/RadioWidget.js'
import RangeWidget from '@rjsf/core/lib/components/widgets/RangeWidget.js'
import RatingWidget from '@rjsf/core/lib/components/widgets/RatingWidget.js'
import TimeWidget from '@rjsf/core/lib/components/widgets/TimeWidget.js'
import URLWidget from '@rjsf/core/lib/components/widgets/URLWidget.js'
import UpDownWidget from '@rjsf/core/lib/components/widgets/UpDownWidget.js'
import { cx } from '../../cx.ts'
import Icon from '../../Icon/Icon.tsx'
import css from '../Form.module.css'
import { useFormScope, type FormContext } from '../scope.ts'
import type { Stock } from './loading.ts'
import { translateString } from './libraryTexts.ts'
import type { Props } from './widgets.ts'

type Templates = TemplatesType<unknown, RJSFSchema, FormContext>

/** A small button with a sign, named for readers who do not see it. */
function iconButton(icon: string, text: TranslatableString) {
  return function IconButton({ id, onClick, disabled, registry }: IconButtonProps<unknown, RJSFSchema, FormContext>) {
    // Drawn again in another language.
    useFormScope()
    return (
      <button type="button" id={id} className={css.tool} disabled={disabled} aria-label={registry.translateString(text)} onClick={onClick}>
        <Icon name={icon} size="sm" />
      </button>
    )
  }
}

function AddButton({ id, onClick, disabled, registry }: IconButtonProps<unknown, RJSFSchema, FormContext>) {
  useFormScope()
  return (
    <button type="button" id={id} className={css.add} disabled={disabled} onClick={onClick}>
      <Icon name="plus" size="sm" />
      <span>{registry.translateString(TranslatableString.AddItemButton)}</span>
    </button>
  )
}

function ArrayFieldTemplate({ title, items, canAdd, onAddClick, disabled, readonly, fieldPathId, uiSchema, schema, registry }: ArrayFieldTemplateProps<unknown, RJSFSchema, FormContext>) {
  const { textOf } = useFormScope()
  const { AddButton: Add } = registry.templates.ButtonTemplates
  const titleId = `${fieldPathId.$id}__title`
  return (
    <fieldset className={css.group} id={fieldPathId.$id} aria-labelledby={title ? titleId : undefined}>
      {title && (
        <legend className={css.groupTitle} id={titleId}>
          {textOf(title)}
        </legend>
      )}
      {typeof schema.description === 'string' && <p className={css.hint}>{textOf(schema.description)}</p>}
      {items.length === 0 && canAdd ? <p className={css.hint}>{registry.translateString(TranslatableString.EmptyArray)}</p> : <div className={css.items}>{items}</div>}
      {canAdd && <Add id={buttonId(fieldPathId, 'add')} disabled={disabled === true || readonly === true} onClick={onAddClick} uiSchema={uiSchema} registry={registry} />}
    </fieldset>
  )
}

function ArrayFieldItemTemplate({ children, buttonsProps, hasToolbar, registry }: ArrayFieldItemTemplateProps<unknown, RJSFSchema, FormContext>) {
  const { ArrayFieldItemButtonsTemplate: Buttons } = registry.templates
  return (
    <div className={css.item}>
      <div className={css.itemContent}>{children}</div>
      {hasToolbar && (
        <div className={css.itemTools}>
          <Buttons {...buttonsProps} />
        </div>
      )}
    </div>
  )
}

function MultiSchemaFieldTemplate({ selector, optionSchemaField, schema }: MultiSchemaFieldTemplateProps<unknown, RJSFSchema, FormContext>) {
  const { textOf } = useFormScope()
  const id = isValidElement<{ id?: string }>(selector) ? selector.props.id : undefined
  const title = typeof schema.title === 'string' ? schema.title : 'form.choose'
  return (
    <div className={css.group}>
      {/* The title of an object is drawn with it, and names the list here. */}
      <span className={typeof schema.title === 'string' && schema.type !== 'object' ? css.groupTitle : css.spoken} id={id === undefined ? undefined : `${id}-label`}>
        {textOf(title)}
      </span>
      {selector}
      {optionSchemaField}
    </div>
  )
}

/** A value that the user has added to a map: its name can be changed and it can be removed. */
function WrapIfAdditionalTemplate({ id, label, disabled, readonly, onKeyRenameBlur, onRemoveProperty, schema, children, uiSchema, registry }: WrapIfAdditionalTemplateProps<unknown, RJSFSchema, FormContext>) {
  if (!Object.hasOwn(schema, ADDITIONAL_PROPERTY_FLAG)) return children
  const { RemoveButton } = registry.templates.ButtonTemplates
  return (
    <div className={css.item}>
      <div className={css.itemContent}>
        <label className={css.label} htmlFor={`${id}-key`}>
          {registry.translateString(TranslatableString.KeyLabel, [label])}
        </label>
        <span className={css.box}>
          <input key={label} id={`${id}-key`} type="text" className={css.input} disabled={disabled} readOnly={readonly} defaultValue={label} onBlur={onKeyRenameBlur} />
        </span>
        {children}
      </div>
      <div className={css.itemTools}>
        <RemoveButton id={buttonId(id, 'remove')} disabled={disabled ||  readonly} onClick={onRemoveProperty} uiSchema={uiSchema} registry={registry} />
      </div>
    </div>
  )
}

/** The library's one-line inputs in the frame of this theme. */
function InputTemplate(props: BaseInputTemplateProps<unknown, RJSFSchema, FormContext>) {
  return (
    <span className={cx(css.box, css.stockInput)}>
      <BaseInputTemplate {...props} />
    </span>
  )
}

function UnsupportedFieldTemplate({ schema }: { schema: RJSFSchema }): never {
  throw new Error(`No field draws the schema ${JSON.stringify(schema).slice(0, 200)}.`)
}

const nothing = () => null

const translated = new WeakMap<ComponentType<Props>, ComponentType<Props>>()

/** A widget of the theme for the library's own fields, which do not translate the titles of a schema. */
function withTexts(Widget: ComponentType<Props>): ComponentType<Props> {
  let Translated = translated.get(Widget)
  if (!Translated) {
    Translated = function WithTexts(props: Props) {
      const { textOf } = useFormScope()
      const { enumOptions } = props.options
      return <Widget {...props} label={textOf(props.label)} options={enumOptions ? { ...props.options, enumOptions: enumOptions.map((one) => ({ ...one, label: textOf(one.label) })) } : props.options} />
    }
    translated.set(Widget, Translated)
  }
  return Translated
}

const templates: Partial<Templates> = {
  ArrayFieldTemplate,
  ArrayFieldItemTemplate,
  ArrayFieldItemButtonsTemplate,
  ArrayFieldTitleTemplate: nothing,
  ArrayFieldDescriptionTemplate: nothing,
  BaseInputTemplate: InputTemplate,
  ButtonTemplates: {
    AddButton,
    CopyButton: iconButton('copy', TranslatableString.CopyButton),
    MoveDownButton: iconButton('arrow-down', TranslatableString.MoveDownButton),
    MoveUpButton: iconButton('arrow-up', TranslatableString.MoveUpButton),
    RemoveButton: iconButton('trash-2', TranslatableString.RemoveButton),
    ClearButton: iconButton('x', TranslatableString.ClearButton),
    SubmitButton: nothing,
  },
  CyclicSchemaExpandTemplate,
  FallbackFieldTemplate,
  GridTemplate,
  MultiSchemaFieldTemplate,
  OptionalDataControlsTemplate,
  TitleFieldTemplate: nothing,
  UnsupportedFieldTemplate,
  WrapIfAdditionalTemplate,
}

const stock: Stock = {
  fields: {
    AnyOfField: MultiSchemaField, ArrayField: ArrayField as never, BooleanField, CyclicSchemaField, FallbackField, NullField, NumberField, ObjectField, OneOfField: MultiSchemaField, OptionalDataControlsField, StringField, StockField,
  },
  templates: templates as Stock['templates'],
  widgets: {
    AltDateTimeWidget, AltDateWidget, CheckboxesWidget, ColorWidget, DateTimeWidget, FileWidget, HiddenWidget, RadioWidget, RangeWidget, RatingWidget, TimeWidget, URLWidget, UpDownWidget,
    url: URLWidget, rating: RatingWidget, files: FileWidget,
  },
  withTexts,
  translateString,
}
export default stock
