import { sampleOf } from '../../../codegen/fixtures/sample.ts'
import type { Fixture } from '../../../codegen/fixtures/fixture.ts'
import type { ParamDef } from '../../core/program.ts'

type Params = NonNullable<Fixture['params']>

/** Values of the parameters that a screen requires: those of its first saved state that has them, else samples of their schemas. */
export function exampleParams(defs: Readonly<Record<string, ParamDef>>, fixtures: readonly Fixture[]): Params {
  const required = Object.entries(defs).filter(([, { required: is }]) => is === true)
  return Object.fromEntries(
    required.map(([name, { type, format, enum: words }]) => {
      const saved = fixtures.find(({ params = {} }) => Object.hasOwn(params, name))?.params?.[name]
      return [name, saved ?? sampleOf({ type, ...(format !== undefined && { format }), ...(words && { enum: words }) })]
    }),
  )
}
