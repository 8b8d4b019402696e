import type { FieldTemplateProps, ObjectFieldTemplateProps, WidgetProps } from '@rjsf/utils'
import { X } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { useWorkspaceState } from '../model/context.tsx'
import { isExpression, type FieldContext } from '../fields/fieldContext.ts'
import { groupWidgets, refWidgets } from '../fields/refWidgets.tsx'
import { ConditionBuilder } from '../conditions/ConditionBuilder.tsx'
import { ExpressionField } from './ExpressionField.tsx'
import { FieldProblems, useInvalid } from '../problems/FieldProblems.tsx'
import { choiceWords, titleOf } from '../model/titles.ts'
import { memberPlace } from '../model/document.ts'
import type { PropertySchema } from '../model/vocabulary.ts'
import { TextField } from '../texts/TextField.tsx'
import { canTakeData, ChooseData } from './ChooseData.tsx'
import type { Schema } from '../../../codegen/compiler/service/index.ts'
import css from './Inspector.module.css'

function FieldTemplate({ id, label, children, registry, hidden, uiSchema }: FieldTemplateProps): ReactNode {
  const context = registry.formContext as FieldContext
  if (hidden || id === context.idPrefix) return <div>{children}</div>
  const isSet = Object.hasOwn(context.values, label)
  const isExpr = isExpression(context.values[label])
  const isRequired = context.schema.required?.includes(label) ?? false
  const property = context.schema.properties?.[label]
  const title = titleOf(label, property)
  return (
    <div className={css.field} data-set={isSet || undefined} data-place={`${context.place}/props/${label}`}>
      <div className={css.fieldHead}>
        <label htmlFor={id} title={label}>
          {title}
          {isRequired && <span className={css.required}> required</span>}
        </label>
        <Help about={title} name={label} description={property?.description} />
        <button
          type="button"
          className={css.toggle}
          aria-pressed={isExpr}
          aria-label={`${title}: expression`}
          title={
            isExpr
              ? 'A fixed value instead of a calculated one'
              : 'A calculated value (an expression) instead of a fixed one'
          }
          onClick={() => context.change(label, isExpr ? undefined : expressionOf(context.values[label], property))}
        >
          ƒx
        </button>
        {isSet && !isRequired && (
          <button
            type="button"
            className={css.toggle}
            aria-label={`Remove ${title}`}
            title="Remove: the default applies"
            onClick={() => context.change(label, undefined)}
          >
            <X size={12} aria-hidden />
          </button>
        )}
      </div>
      <FieldProblems
        file={context.file}
        place={memberPlace(context.base, label)}
        isGroup={groupWidgets.has(String(uiSchema?.['ui:widget']))}
      >
        {children}
      </FieldProblems>
      {property && canTakeData(property) && (
        <ChooseData title={title} name={label} property={property} context={context} />
      )}
    </div>
  )
}

/** Description of a property from its schema, shown below its title on demand. */
function Help({
  about,
  name,
  description,
}: {
  about: string
  name: string
  description: string | undefined
}): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={css.help}
        aria-expanded={isOpen}
        aria-label={`About ${about}`}
        title={description?.replaceAll('`', '') ?? name}
        onClick={() => setOpen(!isOpen)}
      >
        ?
      </button>
      {isOpen && (
        <p className={css.helpText}>
          {description?.replaceAll('`', '')} <code>{name}</code>
        </p>
      )}
    </>
  )
}

/** An expression with the value of a property. */
function expressionOf(value: unknown, property: PropertySchema | undefined): string {
  if (value === undefined) return [property?.type].flat().includes('boolean') ? '=true' : "=''"
  return typeof value === 'string' ? `='${value}'` : `=${JSON.stringify(value)}`
}

function ObjectTemplate({ properties, registry }: ObjectFieldTemplateProps): ReactNode {
  const { values, isRare, isCode } = registry.formContext as FieldContext
  const isFolded = ({ name }: { name: string }): boolean => isRare?.(name) === true && !Object.hasOwn(values, name)
  const folded = properties.filter(isFolded)
  const open = properties.filter((property) => !isFolded(property))
  const code = open.filter(({ name }) => isCode?.(name) === true)
  return (
    <div className={css.fields}>
      {open.filter((item) => !code.includes(item)).map(({ content }) => content)}
      {code.length > 0 && (
        <details className={css.more}>
          <summary>
            {code.length === 1
              ? '1 property that is written in code'
              : `${code.length} properties that are written in code`}
          </summary>
          <div className={css.fields}>{code.map(({ content }) => content)}</div>
        </details>
      )}
      {folded.length > 0 && (
        <details className={css.more}>
          <summary>{folded.length === 1 ? '1 more property' : `${folded.length} more properties`}</summary>
          <div className={css.fields}>{folded.map(({ content }) => content)}</div>
        </details>
      )}
    </div>
  )
}
const Description = ({ description }: { description?: ReactNode }): ReactNode => description ?? null

export { isExpression, type FieldContext }

export const templates = {
  FieldTemplate,
  ObjectFieldTemplate: ObjectTemplate,
  DescriptionFieldTemplate: Description,
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)

function PlainWidget({ id, value, onChange, schema }: WidgetProps): ReactNode {
  const isNumber = schema.type === 'number' || schema.type === 'integer'
  return (
    <input
      id={id}
      {...useInvalid().attributes}
      type={isNumber ? 'number' : 'text'}
      value={textOf(value)}
      onChange={({ target }) =>
        onChange(target.value === '' ? undefined : isNumber ? Number(target.value) : target.value)
      }
    />
  )
}

function ExpressionWidget({ label, value, onChange, registry }: WidgetProps): ReactNode {
  const { file, base, schema } = registry.formContext as FieldContext
  const text = textOf(value)
  const isFlag = [schema.properties?.[label]?.type].flat().includes('boolean')
  return (
    <>
      {isFlag && (
        <ConditionBuilder
          label={label}
          file={file}
          place={memberPlace(base, label)}
          // The first text of a condition is a constant.
          value={/^=(true|false)$/.test(text) ? '' : text}
          onChange={onChange}
        />
      )}
      <ExpressionField
        label={`Expression of ${label}`}
        file={file}
        place={memberPlace(base, label)}
        value={text}
        onChange={(next) => onChange(next.startsWith('=') ? next : `=${next}`)}
      />
    </>
  )
}

const optionWords = (value: unknown): string => (typeof value === 'string' ? choiceWords(value) : textOf(value))

function ChoiceWidget({ id, label, value, onChange, schema, registry }: WidgetProps): ReactNode {
  const { schema: all } = registry.formContext as FieldContext
  const given = all.properties?.[label]?.default
  return (
    <select
      id={id}
      {...useInvalid().attributes}
      value={textOf(value)}
      onChange={({ target }) => {
        const chosen = schema.enum?.find((value) => textOf(value) === target.value)
        onChange(target.value === '' ? undefined : chosen)
      }}
    >
      <option value="">{given === undefined ? 'Not set' : `Not set: ${optionWords(given)}`}</option>
      {(schema.enum ?? []).map((value) => (
        <option key={textOf(value)} value={textOf(value)}>
          {optionWords(value)}
        </option>
      ))}
    </select>
  )
}

function FlagWidget({ id, label, value, onChange, registry }: WidgetProps): ReactNode {
  const { change } = registry.formContext as FieldContext
  return (
    <div className={css.fieldHead}>
      <input
        id={id}
        {...useInvalid().attributes}
        type="checkbox"
        checked={value === true}
        onChange={({ target }) => onChange(target.checked)}
      />
      <button
        type="button"
        className={css.step}
        aria-label={`${label}: only under a condition`}
        onClick={() => change(label, '=true')}
      >
        Only under a condition …
      </button>
    </div>
  )
}

/** The name of an icon, from those that the schema of the screen language lists. */
function IconWidget({ id, value, onChange }: WidgetProps): ReactNode {
  const list = useId()
  const schema = useWorkspaceState((state) => state.schema) as { definitions?: Record<string, Schema> } | null
  return (
    <>
      <input
        id={id}
        {...useInvalid().attributes}
        list={list}
        value={textOf(value)}
        spellCheck={false}
        onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
      />
      <datalist id={list}>
        {(schema?.definitions?.icon?.enum ?? []).map((value) => (
          <option key={textOf(value)} value={textOf(value)}>
            {textOf(value)}
          </option>
        ))}
      </datalist>
    </>
  )
}

/** A list or an object, as JSON; it is written when it is valid. */
function JsonWidget({ id, label, value, onChange, registry }: WidgetProps): ReactNode {
  const { exampleOf } = registry.formContext as FieldContext
  const example = exampleOf?.(label)
  const { attributes } = useInvalid()
  const [draft, setDraft] = useState<string | null>(null)
  const [isValid, setValid] = useState(true)
  return (
    <textarea
      id={id}
      rows={3}
      className={css.expression}
      spellCheck={false}
      {...attributes}
      aria-invalid={!isValid || attributes['aria-invalid']}
      placeholder={example === undefined ? undefined : `For example: ${JSON.stringify(example)}`}
      value={draft ?? (value === undefined ? '' : JSON.stringify(value, null, 1))}
      onChange={({ target }) => {
        setDraft(target.value)
        try {
          onChange(target.value.trim() === '' ? undefined : (JSON.parse(target.value) as unknown))
          setValid(true)
        } catch {
          setValid(false)
        }
      }}
      onBlur={() => {
        if (isValid) setDraft(null)
      }}
    />
  )
}

/** A text by its words; the alternative of a picture may be none. */
function TextKeyWidget({ id, label, value, onChange, registry }: WidgetProps): ReactNode {
  const { schema } = registry.formContext as FieldContext
  const isNone = value === null
  const { type, 'x-alt': isAlternative } = schema.properties?.[label] ?? {}
  const canBeNone = isAlternative === true && [type].flat().includes('null')
  return (
    <>
      {!isNone && (
        <TextField id={id} value={textOf(value)} onChange={(key) => onChange(key === '' ? undefined : key)} />
      )}
      {canBeNone && (
        <label className={css.fieldHead}>
          <input
            type="checkbox"
            checked={isNone}
            onChange={({ target }) => onChange(target.checked ? null : undefined)}
          />
          A decoration: nothing is read out
        </label>
      )}
    </>
  )
}

export const widgets = {
  ...refWidgets,
  TextWidget: PlainWidget,
  expression: ExpressionWidget,
  choice: ChoiceWidget,
  flag: FlagWidget,
  json: JsonWidget,
  textKey: TextKeyWidget,
  icon: IconWidget,
}
