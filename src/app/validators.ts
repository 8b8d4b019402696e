import type { FormDef, ManifestScreen, Screen } from '../engine/language/expressions/program.ts'
import type { Draft } from '../engine/state/forms/drafts.ts'
import type * as FormStores from '../engine/state/forms/forms.ts'
import type { Form } from '../engine/state/forms/forms.ts'
import type { ScreenSource } from './screenSource.ts'

type Source = Pick<ScreenSource, 'validators' | 'peekValidators'>

const modulesOf = ({ forms }: Screen): string[] => Object.values(forms).flatMap(({ validator }) => validator ?? [])

let stores: typeof FormStores | null = null

async function loadStores(): Promise<void> {
  stores ??= await import('../engine/state/forms/forms.ts')
}

/** Whether the validators of all forms of a screen are loaded, and what keeps its values. */
export const hasValidators = (screen: Screen, source: Source): boolean =>
  (stores !== null || modulesOf(screen).length === 0) &&
  modulesOf(screen).every((hash) => source.peekValidators(hash) !== undefined)

/** Loads modules by their hashes: what the manifest names of a screen, before the screen itself is there. Rejects when one cannot be loaded. */
export async function loadModules(hashes: ManifestScreen['validators'] = [], source: Source): Promise<void> {
  await Promise.all([hashes.length > 0 && loadStores(), ...hashes.map((hash) => source.validators(hash))])
}

/** Loads the validators of all forms of a screen. Rejects when one cannot be loaded. */
export const loadValidators = (screen: Screen, source: Source): Promise<void> => loadModules(modulesOf(screen), source)

/** Makes the stores of forms whose screen is loaded. */
export const formsFrom =
  (source: Source) =>
  (def: FormDef, draft?: Draft): Form => {
    const validators = def.validator === undefined ? undefined : source.peekValidators(def.validator)
    if (!stores || !validators) throw new Error('The validators of the form are not loaded.')
    return stores.createForm(def, validators, draft)
  }
