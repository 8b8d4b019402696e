import { isJsonObject } from '../../engine/language/values/json.ts'
import type { Json } from '../../engine/language/expressions/program.ts'
import { memberPlace, parsed, setValue, type Place } from '../model/document.ts'

type Files = Readonly<Record<string, string>>

/** The currencies of the amounts of a form, by field, where a node shows the form. */
interface Units {
  place: Place
  units: Readonly<Record<string, Json>>
}

function unitsIn(value: Json, form: string, place: Place = ''): Units[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.entries(value).flatMap(([name, item]) => unitsIn(item, form, memberPlace(place, name)))
  const { props } = value as { props?: Json }
  if (!isJsonObject(props) || props.form !== form || !isJsonObject(props.units)) return inner
  return [{ place: memberPlace(place, 'props/units'), units: props.units }, ...inner]
}

/** The screens and parts that differ after a change of the currencies of a form. */
function changed(files: Files, form: string, change: (text: string, units: Units) => string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files).flatMap(([path, text]): [string, string][] => {
      if (!path.startsWith('screens/') || !text.includes('"units"') || !text.includes(`"${form}"`)) return []
      const next = unitsIn(parsed(text) as Json, form).reduce(change, text)
      return next === text ? [] : [[path, next]]
    }),
  )
}

/** The screens on which a new amount of a form has the currency of another one. */
export const withUnitLike = (files: Files, form: string, like: string, name: string): Record<string, string> =>
  changed(files, form, (text, { place, units }) =>
    units[like] === undefined ? text : setValue(text, memberPlace(place, name), units[like]),
  )

/** The screens without the currency of a field that a form loses. */
export const withoutUnit = (files: Files, form: string, name: string): Record<string, string> =>
  changed(files, form, (text, { place, units }) => {
    if (units[name] === undefined) return text
    return setValue(text, Object.keys(units).length === 1 ? place : memberPlace(place, name), undefined)
  })
