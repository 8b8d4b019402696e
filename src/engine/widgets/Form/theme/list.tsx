import {
  buttonId,
  TranslatableString,
  type ArrayFieldItemTemplateProps,
  type ArrayFieldTemplateProps,
  type RJSFSchema,
} from '@rjsf/utils'
import { createContext, use, useLayoutEffect, useMemo, useRef, useState, type MouseEvent } from 'react'
import fields from '../Form.module.css'
import css from './groups.module.css'
import { useFormScope, type FormContext } from '../scope.ts'

/** Moves the focus within the items of a list once they have changed. */
type FocusItem = (find: (items: Element) => Element | null | undefined) => void
/** The list around an item: its path, and how the focus moves within it. */
const ListContext = createContext<{ path: string; focusItem: FocusItem }>({ path: '', focusItem: () => undefined })

const CONTROLS = ':is(input:not([type=hidden]), select, textarea, button):not(:disabled)'

/** A list: its items, and the button that adds one. */
export function ArrayFieldTemplate({
  title,
  items,
  canAdd,
  onAddClick,
  disabled,
  readonly,
  fieldPathId,
  uiSchema,
  schema,
  registry,
  rawErrors,
  optionalDataControl,
}: ArrayFieldTemplateProps<unknown, RJSFSchema, FormContext>) {
  const { textOf } = useFormScope()
  const { AddButton: Add } = registry.templates.ButtonTemplates
  const titleId = `${fieldPathId.$id}__title`
  const list = useRef<HTMLDivElement>(null)
  const pendingFocus = useRef<Parameters<FocusItem>[0] | null>(null)
  const [focusItem] = useState(() => (find: Parameters<FocusItem>[0]) => {
    pendingFocus.current = find
  })
  const path = fieldPathId.path.join('.')
  const listContext = useMemo(() => ({ path, focusItem }), [path, focusItem])
  // A button that has moved or gone takes the focus with it.
  useLayoutEffect(() => {
    const target = list.current && pendingFocus.current?.(list.current)
    pendingFocus.current = null
    if (target instanceof HTMLElement) target.focus()
  })
  return (
    <fieldset
      className={css.group}
      id={fieldPathId.$id}
      tabIndex={-1}
      aria-labelledby={title ? titleId : undefined}
      aria-describedby={rawErrors && rawErrors.length > 0 ? `${fieldPathId.$id}__error` : undefined}
    >
      {title && (
        <legend className={css.groupTitle} id={titleId}>
          {textOf(title)}
        </legend>
      )}
      {typeof schema.description === 'string' && <p className={fields.hint}>{textOf(schema.description)}</p>}
      {items.length === 0 && canAdd && (
        <p className={fields.hint}>{registry.translateString(TranslatableString.EmptyArray)}</p>
      )}
      <ListContext value={listContext}>
        <div className={css.items} ref={list}>
          {items}
        </div>
      </ListContext>
      {optionalDataControl}
      {canAdd && (
        <Add
          id={buttonId(fieldPathId, 'add')}
          disabled={disabled === true || readonly === true}
          uiSchema={uiSchema}
          registry={registry}
          onClick={(event) => {
            focusItem((all) => all.lastElementChild?.querySelector(CONTROLS))
            onAddClick(event)
          }}
        />
      )}
    </fieldset>
  )
}

/** An item of a list with its tools. */
export function ArrayFieldItemTemplate({
  children,
  buttonsProps,
  hasToolbar,
  index,
  totalItems,
  registry,
}: ArrayFieldItemTemplateProps<unknown, RJSFSchema, FormContext>) {
  const { format } = useFormScope()
  const { path, focusItem } = use(ListContext)
  const { ArrayFieldItemButtonsTemplate: Buttons } = registry.templates
  type Press = (event: MouseEvent) => void
  const positions = [...Array(totalItems).keys()]
  const moveItems = (origins: readonly number[]) => registry.formContext.form.moveItems(path, origins)
  const to =
    (at: number, tool: string, press: Press): Press =>
    (event) => {
      moveItems(positions.with(index, at).with(at, index))
      focusItem(
        (all) =>
          all.children[at]?.querySelector(`[data-tool=${tool}]:not(:disabled)`) ??
          all.children[at]?.querySelector(`[data-tool]:not(:disabled)`),
      )
      press(event)
    }
  const removed: Press = (event) => {
    focusItem((all) =>
      (all.children[index] ?? all.lastElementChild ?? all.parentElement)?.querySelector(
        all.childElementCount > 0 ? '[data-tool=trash-2]' : CONTROLS,
      ),
    )
    moveItems(positions.toSpliced(index, 1))
    buttonsProps.onRemoveItem(event)
  }
  const copied: Press = (event) => {
    moveItems(positions.toSpliced(index + 1, 0, index))
    focusItem((all) => all.children[index + 1]?.querySelector(CONTROLS))
    buttonsProps.onCopyItem(event)
  }
  return (
    <fieldset
      className={css.item}
      aria-label={`${format.number(String(index + 1))}/${format.number(String(totalItems))}`}
    >
      <div className={css.itemContent}>{children}</div>
      {hasToolbar && (
        <div className={css.itemTools}>
          <Buttons
            {...buttonsProps}
            onMoveUpItem={to(index - 1, 'arrow-up', buttonsProps.onMoveUpItem)}
            onMoveDownItem={to(index + 1, 'arrow-down', buttonsProps.onMoveDownItem)}
            onRemoveItem={removed}
            onCopyItem={copied}
          />
        </div>
      )}
    </fieldset>
  )
}
