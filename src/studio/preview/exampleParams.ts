import { sampleOf } from '../../../codegen/fixtures/sample.ts'
import type { Fixture } from '../../../codegen/fixtures/fixture.ts'
import type { ParamDef, Shape } from '../../engine/language/expressions/program.ts'

export type Params = NonNullable<Fixture['params']>

/** The schema of a parameter's values. */
export const paramShape = ({ type, format, enum: words }: ParamDef): Shape => ({
  type,
  ...(format !== undefined && { format }),
  ...(words && { enum: words }),
})

/**
 * Values of the parameters that a screen requires: those of its first saved state that has them, else those that a link to it passes,
 * else samples of their schemas.
 */
export function exampleParams(
  defs: Readonly<Record<string, ParamDef>>,
  fixtures: readonly Fixture[],
  linked: Params,
): Params {
  const required = Object.entries(defs).filter(([, { required: is }]) => is === true)
  return Object.fromEntries(
    required.map(([name, def]) => [name, savedParam(fixtures, name) ?? linked[name] ?? sampleOf(paramShape(def))]),
  )
}

/** The required parameters that no saved state has. */
export const unsavedParams = (defs: Readonly<Record<string, ParamDef>>, fixtures: readonly Fixture[]): string[] =>
  Object.keys(defs).filter((name) => defs[name]?.required === true && savedParam(fixtures, name) === undefined)

const savedParam = (fixtures: readonly Fixture[], name: string): Params[string] | undefined =>
  fixtures.find(({ params = {} }) => Object.hasOwn(params, name))?.params?.[name]
