import { useMemo } from 'react'
import { useFormat } from '../../../state/language.ts'
import { useFormScope, type EditorProps, type FieldKind } from '../contract.ts'
import { COUNTRIES } from '../countries.ts'
import { PickButton } from '../PickButton.tsx'

function Editor({ id, label, value, describedBy, set }: EditorProps) {
  const format = useFormat()
  const { excludedCountries } = useFormScope()
  const items = useMemo(() => {
    const order = new Intl.Collator(format.lang)
    return COUNTRIES.filter((code) => !excludedCountries.includes(code))
      .map((code) => ({ id: code, label: format.country(code) }))
      .toSorted((a, b) => order.compare(a.label, b.label))
  }, [format, excludedCountries])
  return <PickButton id={id} label={label} icon="globe" items={items} value={typeof value === 'string' ? value : ''} describedBy={describedBy} onPick={set} />
}

export default { Editor } satisfies FieldKind
