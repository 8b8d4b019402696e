import { useEffect, useEffectEvent } from 'react'
import type { TextOf } from '../../../core/texts.ts'
import { useTextOf } from '../../../state/language.ts'
import { optionText, type EditorProps, type FieldKind, type Item } from '../contract.ts'
import { PickButton } from '../PickButton.tsx'

/** Items of a select: those of the screen; else the option `items` ({id, label: locale key}); else the schema's enum, named `<option labels>.<value>`. */
function itemsOf({ field, choices }: EditorProps, textOf: TextOf): readonly Item[] {
  if (choices) return choices
  const literal = field.def.options?.items
  if (Array.isArray(literal)) {
    return literal.flatMap((item) =>
      typeof item === 'object' && item !== null && !Array.isArray(item) && typeof item.id === 'string' && typeof item.label === 'string'
        ? [{ id: item.id, label: textOf(item.label), ...(typeof item.hint === 'string' && { hint: textOf(item.hint) }) }]
        : [],
    )
  }
  const prefix = optionText(field, 'labels')
  const values = Array.isArray(field.def.shape.enum) ? field.def.shape.enum : []
  return values.filter((value) => typeof value === 'string').map((value) => ({ id: value, label: prefix ? textOf(`${prefix}.${value}`) : value }))
}

function Editor(props: EditorProps) {
  const textOf = useTextOf()
  const { id, label, value, describedBy, set } = props
  const items = itemsOf(props, textOf)
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
