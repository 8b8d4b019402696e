import type { FormValidators } from '../core/formModule.ts'
import type { FormDef, ManifestScreen, Screen } from '../core/program.ts'
import type { Library } from './runtime.ts'

type Source = Pick<Library, 'validators' | 'peekValidators'>

const modulesOf = ({ forms }: Screen): string[] => Object.values(forms).flatMap(({ validator }) => validator ?? [])

/** Whether the validators of all forms of a screen are loaded. */
export const haveValidators = (screen: Screen, source: Source): boolean => modulesOf(screen).every((hash) => source.peekValidators(hash) !== undefined)

/** Loads modules by their hashes: what the manifest names of a screen, before the screen itself is there. Rejects when one cannot be loaded. */
export async function loadModules(hashes: ManifestScreen['validators'] = [], source: Source): Promise<void> {
  await Promise.all(hashes.map((hash) => source.validators(hash)))
}

/** Loads the validators of all forms of a screen. Rejects when one cannot be loaded. */
export const loadValidators = (screen: Screen, source: Source): Promise<void> => loadModules(modulesOf(screen), source)

/** The validators of a form whose screen is loaded. */
export const validatorsFrom =
  (source: Source) =>
  ({ validator }: FormDef): FormValidators => {
    const found = validator === undefined ? undefined : source.peekValidators(validator)
    if (!found) throw new Error('The validators of the form are not loaded.')
    return found
  }
