import { createPortal } from 'react-dom'
import ChoiceList from '../../ChoiceList/ChoiceList.tsx'
import Sheet from '../../Sheet/Sheet.tsx'
import type { PickerItem } from '../scope.ts'

/** Lists longer than this get a search box. */
const SEARCH_FROM = 9

/** A sheet that lists items; outside of the form's element, so that Enter in its search box sends nothing. */
export function Picker({
  title,
  items,
  value,
  marks,
  onPick,
  onClose,
}: {
  title: string
  items: readonly PickerItem[]
  value: string
  marks?: 'none' | 'drawing'
  onPick: (id: string) => void
  onClose: () => void
}) {
  return createPortal(
    <Sheet title={title} onClose={onClose}>
      <ChoiceList
        label={title}
        items={[...items]}
        value={value}
        {...(marks && { marks })}
        search={items.length >= SEARCH_FROM}
        onChange={(event) => onPick(event.value)}
      />
    </Sheet>,
    document.body,
  )
}
