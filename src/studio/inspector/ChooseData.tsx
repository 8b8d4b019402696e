import { getNodeValue } from 'jsonc-parser'
import { useState, type ReactNode } from 'react'
import type { FieldContext } from '../fields/fieldContext.ts'
import { refWidgetOf } from '../fields/refWidgetOf.ts'
import { dataValues, withDataValue, type DataValue } from '../make/dataValues.ts'
import { sourcesOf, typesOf } from '../make/display.ts'
import { useWorkspace } from '../model/context.tsx'
import { memberPlace, nodeAt, parse } from '../model/document.ts'
import type { PropertySchema } from '../model/vocabulary.ts'
import { withoutOwnTexts } from '../texts/ownTexts.ts'
import { Choose } from '../ui/Choose.tsx'
import css from './Inspector.module.css'

/** Properties that name something are literals, those that are true or false have conditions, and a plain number is one of the look. */
export const canTakeData = (property: PropertySchema): boolean =>
  [undefined, 'picture'].includes(refWidgetOf(property)) &&
  !['route', 'icon', 'form'].includes(property.format ?? '') &&
  (typesOf(property).includes('string') || property.format !== undefined || property['x-unit'] !== undefined) &&
  property.enum === undefined

interface Props {
  /** Display name of the property. */
  title: string
  name: string
  property: PropertySchema
  context: FieldContext
}

/** Chooses a value of the data for a property, by its description. */
export function ChooseData({
  title,
  name,
  property,
  context: { file, place, base, values: before },
}: Props): ReactNode {
  const workspace = useWorkspace()
  const [values, setValues] = useState<readonly DataValue[] | null>(null)

  function open(): void {
    const { files, published } = workspace.get()
    const text = files[file] ?? ''
    const root = parse(text)
    const queries = nodeAt(root, 'queries')
    const names = queries ? Object.keys(getNodeValue(queries) as object) : []
    setValues(
      dataValues(property, text, memberPlace(base, name), {
        queries: new Set(names),
        sources: sourcesOf(files, published),
      }),
    )
  }

  function choose(id: string): void {
    const value = values?.find((dataValue) => dataValue.id === id)
    setValues(null)
    if (!value) return
    const node = base === `${place}/props` ? place : undefined
    const { files, published } = workspace.get()
    const next = withDataValue(files[file] ?? '', { base, name, node }, value)
    // A text that was made for the property goes with its value.
    const texts = withoutOwnTexts(before[name], { ...files, [file]: next }, published)
    workspace.edit(`Show “${value.about}”`, { [file]: next, ...texts })
  }

  return (
    <>
      <button
        type="button"
        className={css.choose}
        aria-label={`${title}: choose a value …`}
        title="A value of the data instead of a fixed one"
        onClick={open}
      >
        Choose a value …
      </button>
      {values && (
        <Choose
          title="Which value?"
          hint={
            values.length === 0
              ? 'No value in reach fits here. Select “The screen itself” in the outline and add data to it.'
              : 'Where the value may be missing, the element is shown only if it is there.'
          }
          options={values}
          onChoose={choose}
          onClose={() => setValues(null)}
        />
      )}
    </>
  )
}
