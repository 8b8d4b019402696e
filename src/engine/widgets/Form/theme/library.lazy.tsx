import {
  ADDITIONAL_PROPERTY_FLAG,
  buttonId,
  TranslatableString,
  type CyclicSchemaExpandProps,
  type FieldProps,
  type OptionalDataControlsTemplateProps,
} from '@rjsf/utils'
import type {
  BaseInputTemplateProps,
  IconButtonProps,
  MultiSchemaFieldTemplateProps,
  RJSFSchema,
  TemplatesType,
  WrapIfAdditionalTemplateProps,
} from '@rjsf/utils'
import ArrayField from '@rjsf/core/lib/components/fields/ArrayField.js'
import BooleanField from '@rjsf/core/lib/components/fields/BooleanField.js'
import CyclicSchemaField from '@rjsf/core/lib/components/fields/CyclicSchemaField.js'
import FallbackField from '@rjsf/core/lib/components/fields/FallbackField.js'
import MultiSchemaField from '@rjsf/core/lib/components/fields/MultiSchemaField.js'
import NullField from '@rjsf/core/lib/components/fields/NullField.js'
import NumberField from '@rjsf/core/lib/components/fields/NumberField.js'
import ObjectField from '@rjsf/core/lib/components/fields/ObjectField.js'
import OptionalDataControlsField from '@rjsf/core/lib/components/fields/OptionalDataControlsField.js'
import LibraryField from '@rjsf/core/lib/components/fields/SchemaField.js'
import StringField from '@rjsf/core/lib/components/fields/StringField.js'
import ArrayFieldItemButtonsTemplate from '@rjsf/core/lib/components/templates/ArrayFieldItemButtonsTemplate.js'
import BaseInputTemplate from '@rjsf/core/lib/components/templates/BaseInputTemplate.js'
import FallbackFieldTemplate from '@rjsf/core/lib/components/templates/FallbackFieldTemplate.js'
import GridTemplate from '@rjsf/core/lib/components/templates/GridTemplate.js'
import ColorWidget from '@rjsf/core/lib/components/widgets/ColorWidget.js'
import DateTimeWidget from '@rjsf/core/lib/components/widgets/DateTimeWidget.js'
import FileWidget from '@rjsf/core/lib/components/widgets/FileWidget.js'
import HiddenWidget from '@rjsf/core/lib/components/widgets/HiddenWidget.js'
import RangeWidget from '@rjsf/core/lib/components/widgets/RangeWidget.js'
import TimeWidget from '@rjsf/core/lib/components/widgets/TimeWidget.js'
import URLWidget from '@rjsf/core/lib/components/widgets/URLWidget.js'
import UpDownWidget from '@rjsf/core/lib/components/widgets/UpDownWidget.js'
import mergeAllOf from '@rjsf/utils/lib/schema/shallowAllOfMerge.js'
import { cloneElement, isValidElement, use, useRef, useState, type ComponentType } from 'react'
import { hasAlternatives, typeOf } from '../../../language/forms/forms.ts'
import { cx } from '../../lib/styles/cx.ts'
import Icon from '../../Icon/Icon.tsx'
import fields from '../Form.module.css'
import groups from './groups.module.css'
import css from './library.module.css'
import { useFormScope, type FormContext } from '../scope.ts'
import { ArrayFieldItemTemplate, ArrayFieldTemplate } from './list.tsx'
import { FieldFrame } from './FieldFrame.tsx'
import { provideAllOf } from './lazyAllOf.ts'
import { translation } from './libraryTexts.ts'
import type { LibraryParts } from './libraryParts.ts'
import { hasFields } from './payload.ts'
import { AlternativeContext, ChoiceOfAlternativeContext } from './templates.tsx'
import type { FormWidgetProps } from './formWidget.ts'

type Templates = TemplatesType<unknown, RJSFSchema, FormContext>

/** A small icon button with a name for screen readers. */
function iconButton(icon: string, text: TranslatableString) {
  return function IconButton({ id, onClick, disabled, registry }: IconButtonProps<unknown, RJSFSchema, FormContext>) {
    // Drawn again in another language.
    useFormScope()
    return (
      <button
        type="button"
        id={id}
        data-tool={icon}
        className={fields.tool}
        disabled={disabled}
        aria-label={registry.translateString(text)}
        onClick={onClick}
      >
        <Icon name={icon} size="sm" />
      </button>
    )
  }
}

function AddButton({ id, onClick, disabled, registry }: IconButtonProps<unknown, RJSFSchema, FormContext>) {
  useFormScope()
  return (
    <button type="button" id={id} className={groups.add} disabled={disabled} onClick={onClick}>
      <Icon name="plus" size="sm" />
      <span>{registry.translateString(TranslatableString.AddItemButton)}</span>
    </button>
  )
}

function OptionalDataControlsTemplate({
  id,
  label,
  onAddClick,
  onRemoveClick,
}: OptionalDataControlsTemplateProps<unknown, RJSFSchema, FormContext>) {
  const onClick = onAddClick ?? onRemoveClick
  if (!onClick) return <p className={fields.hint}>{label}</p>
  return (
    <button type="button" id={id} className={groups.add} onClick={onClick}>
      <Icon name={onAddClick ? 'plus' : 'trash-2'} size="sm" />
      <span>{label}</span>
    </button>
  )
}

/** Where a definition contains itself as a property, which would be drawn without end. */
function CyclicSchemaExpandTemplate({
  name,
  fieldPathId,
  onExpand,
  registry,
}: CyclicSchemaExpandProps<unknown, RJSFSchema, FormContext>) {
  const { textOf } = useFormScope()
  return (
    <button
      type="button"
      className={groups.add}
      aria-label={`${registry.translateString(TranslatableString.AddButton)}: ${textOf(name)}`}
      onClick={() => onExpand(fieldPathId.$id)}
    >
      <Icon name="plus" size="sm" />
      <span>{registry.translateString(TranslatableString.AddButton)}</span>
    </button>
  )
}

/** Alternatives: the list that one is chosen from, and its fields. */
function MultiSchemaFieldTemplate({
  selector,
  optionSchemaField,
  schema,
}: MultiSchemaFieldTemplateProps<unknown, RJSFSchema, FormContext>) {
  const { textOf } = useFormScope()
  const choice = use(ChoiceOfAlternativeContext)
  const list = isValidElement<SelectorProps>(selector) ? selector : null
  const id = list?.props.id
  const errors = list?.props.rawErrors ?? []
  const isWrong = errors.length > 0
  return (
    <div className={groups.group}>
      {!list || id === undefined ? (
        selector
      ) : (
        <div className={cx(fields.field, isWrong && fields.wrong)}>
          <FieldFrame
            id={id}
            label={textOf(schema.title ?? 'form.choose')}
            required
            rawErrors={errors}
            help={schema.type === 'object' ? undefined : schema.description}
            textOf={textOf}
          >
            {cloneElement(list, {
              ...(isWrong && { 'aria-describedby': `${id}__error` }),
              ...(choice && {
                ...(choice.isUnset && { value: undefined }),
                onChange: (index: unknown) => choice.onPick(index, list.props.onChange),
              }),
            })}
          </FieldFrame>
        </div>
      )}
      <AlternativeContext value>{optionSchemaField}</AlternativeContext>
    </div>
  )
}

/** Props of the list of alternatives that depend on whether one is chosen. */
interface SelectorProps {
  id?: string
  value?: unknown
  rawErrors?: readonly string[]
  'aria-describedby'?: string
  onChange: (index: unknown) => void
}

/**
 * The library's field of alternatives, which begins with the first. The list shows none as long as the user has neither chosen one nor
 * entered a value, where the first has no field to fill in. Null is a value: the alternative "null" is sent.
 */
function Alternatives(props: FieldProps<unknown, RJSFSchema, FormContext>) {
  const { formData, fieldPathId, registry, options = NO_OPTIONS, onChange } = props
  const { form } = registry.formContext
  const path = fieldPathId.path.join('.')
  const [isChosen, setIsChosen] = useState(() => form.isChosen(path))
  const picked = useRef<{ option: RJSFSchema; isReported: boolean } | null>(null)
  const optionAt = (index: unknown) => registry.schemaUtils.retrieveSchema(options[Number(index)] ?? {}, formData)
  const change: typeof onChange = (value, ...rest) => {
    const pick = picked.current
    if (pick) pick.isReported = true
    onChange(pick?.option.type === 'null' ? null : value, ...rest)
  }
  const onPick = (index: unknown, pick: (index: unknown) => void) => {
    const option = optionAt(index)
    form.choose(path)
    setIsChosen(true)
    picked.current = { option, isReported: false }
    pick(index)
    // The library takes the alternative that it began with as chosen.
    if (!picked.current.isReported && formData === undefined)
      change(registry.schemaUtils.getDefaultFormState(option, undefined, 'excludeObjectChildren'), fieldPathId.path)
    picked.current = null
  }
  const isUnset = !isChosen && formData === undefined && isComplete(optionAt(0))
  return (
    <ChoiceOfAlternativeContext value={{ isUnset, onPick }}>
      <MultiSchemaField {...props} onChange={change} />
    </ChoiceOfAlternativeContext>
  )
}
const NO_OPTIONS: readonly RJSFSchema[] = []

/** Whether an alternative has no field to fill in. */
const isComplete = (option: RJSFSchema): boolean =>
  option.type === 'null' || (typeOf(option) === 'object' && !hasAlternatives(option) && !hasFields(option))

/** A value that the user has added to a map: its name can be changed and it can be removed. */
function WrapIfAdditionalTemplate({
  id,
  label,
  disabled,
  readonly,
  onKeyRenameBlur,
  onRemoveProperty,
  schema,
  children,
  uiSchema,
  registry,
}: WrapIfAdditionalTemplateProps<unknown, RJSFSchema, FormContext>) {
  if (!Object.hasOwn(schema, ADDITIONAL_PROPERTY_FLAG)) return children
  const { RemoveButton } = registry.templates.ButtonTemplates
  return (
    <div className={groups.item}>
      <div className={groups.itemContent}>
        <label className={fields.label} htmlFor={`${id}-key`}>
          {registry.translateString(TranslatableString.KeyLabel, [label])}
        </label>
        <span className={fields.box}>
          <input
            key={label}
            id={`${id}-key`}
            type="text"
            className={fields.input}
            disabled={disabled}
            readOnly={readonly}
            defaultValue={label}
            onBlur={onKeyRenameBlur}
          />
        </span>
        {children}
      </div>
      <div className={groups.itemTools}>
        <RemoveButton
          id={buttonId(id, 'remove')}
          disabled={disabled || readonly}
          onClick={onRemoveProperty}
          uiSchema={uiSchema}
          registry={registry}
        />
      </div>
    </div>
  )
}

/** The library's one-line inputs in the frame of this theme. */
function InputTemplate(props: BaseInputTemplateProps<unknown, RJSFSchema, FormContext>) {
  return (
    <span className={cx(fields.box, css.libraryInput)}>
      <BaseInputTemplate {...props} />
    </span>
  )
}

/** The names of a map: those of the value that the schema does not declare. */
function namesOf(value: unknown, { properties = {}, additionalProperties, patternProperties }: RJSFSchema): string[] {
  if (typeof value !== 'object' || value === null || (!additionalProperties && !patternProperties)) return []
  return Object.keys(value).filter(
    (name) => !Object.hasOwn(properties, name) || Object.hasOwn(Object(properties[name]), ADDITIONAL_PROPERTY_FLAG),
  )
}

/** The library's field of an object. It draws the names of a map that it was mounted with or has added: with others it is mounted again. */
function MapField({ onChange, ...props }: FieldProps<unknown, RJSFSchema, FormContext>) {
  const { formData, fieldPathId, schema } = props
  const names = namesOf(formData, schema)
  const [{ known, mounts }, setKnown] = useState(() => ({ known: new Set(names), mounts: 0 }))
  if (names.some((name) => !known.has(name))) setKnown({ known: new Set(names), mounts: mounts + 1 })
  const change: typeof onChange = (value, path, ...rest) => {
    if (path.length === fieldPathId.path.length)
      setKnown((before) => ({ ...before, known: new Set([...before.known, ...namesOf(value, schema)]) }))
    onChange(value, path, ...rest)
  }
  return <ObjectField key={mounts} {...props} onChange={change} />
}

function UnsupportedFieldTemplate({ schema }: { schema: RJSFSchema }): never {
  throw new Error(`No field draws the schema ${JSON.stringify(schema).slice(0, 200)}.`)
}

const nothing = () => null

const translated = new WeakMap<ComponentType<FormWidgetProps>, ComponentType<FormWidgetProps>>()

/** A widget of the theme for the library's own fields, which do not translate the titles of a schema. */
function withTexts(Widget: ComponentType<FormWidgetProps>): ComponentType<FormWidgetProps> {
  let Translated = translated.get(Widget)
  if (!Translated) {
    Translated = function WithTexts(props: FormWidgetProps) {
      const { textOf } = useFormScope()
      const { enumOptions } = props.options
      return (
        <Widget
          {...props}
          label={textOf(props.label)}
          options={
            enumOptions
              ? {
                  ...props.options,
                  enumOptions: enumOptions.map((enumOption) => ({ ...enumOption, label: textOf(enumOption.label) })),
                }
              : props.options
          }
        />
      )
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

provideAllOf(mergeAllOf)

const libraryParts: LibraryParts = {
  fields: {
    AnyOfField: Alternatives,
    ArrayField: ArrayField as never,
    BooleanField,
    CyclicSchemaField,
    FallbackField,
    NullField,
    NumberField,
    ObjectField: MapField as never,
    OneOfField: Alternatives,
    OptionalDataControlsField,
    StringField,
    LibraryField,
  },
  templates: templates as LibraryParts['templates'],
  widgets: {
    ColorWidget,
    DateTimeWidget,
    FileWidget,
    HiddenWidget,
    RangeWidget,
    TimeWidget,
    URLWidget,
    UpDownWidget,
    url: URLWidget,
    files: FileWidget,
  },
  withTexts,
  translation,
}
export default libraryParts
