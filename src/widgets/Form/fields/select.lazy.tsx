import { useEffect, useEffectEvent } from 'react'
import { useText } from '../../../state/language.ts'
import { optionText, type EditorProps, type FieldKind, type Item } from '../contract.ts'
import { PickButton } from '../PickButton.tsx'

/** Items of a select: those of the screen; else the option `items` ({id, label: locale key}); else the schema's enum, named `<option labels>.<value>`. */
function itemsOf({ field, choices }: EditorProps, t: (key: string) => string): readonly Item[] {
  if (choices) return choices
  const literal = field.def.options?.items
  if (Array.isArray(literal)) {
    return literal.flatMap((item) =>
      typeof item === 'object' && item !== null && !Array.isArray(item) && typeof item.id === 'string' && typeof item.label === 'string'
        ? [{ id: item.id, label: t(item.label), ...(typeof item.hint === 'string' && { hint: t(item.hint) }) }]
        : [],
    )
  }
  const prefix = optionText(field, 'labels')
  const values = Array.isArray(field.def.shape.enum) ? field.def.shape.enum : []
  return values.filter((value) => typeof value === 'string').map((value) => ({ id: value, label: prefix ? t(`${prefix}.${value}`) : value }))
}

function Editor(props: EditorProps) {
  const t = useText()
  const { id, label, value, describedBy, set } = props
  const items = itemsOf(props, t)
  const first = items[0]?.id
  const gone = first !== undefined && typeof value === 'string' && value !== '' && !items.some((item) => item.id === value)
  // What is no longer offered, since another field has changed, gives way to the first that is.
  const giveWay = useEffectEvent(() => set(first))
  useEffect(() => {
    if (gone) giveWay()
  }, [gone])
  return <PickButton id={id} label={label} items={items} value={typeof value === 'string' ? value : ''} describedBy={describedBy} onPick={set} />
}

export default { Editor } satisfies FieldKind
