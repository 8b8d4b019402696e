import { Ajv } from 'ajv'
import { ANNOTATIONS, FORMATS } from '../../../codegen/compiler/contract/dialect.ts'
import { formats } from '../../../src/engine/language/forms/schemaFormats.ts'
import { eagerIcons } from '../../../src/generated/icons/eager.ts'
import { lazyIcons } from '../../../src/generated/icons/lazy.ts'

/** Formats that define the use of a value, as far as a story can be checked. */
const USES: Record<string, (text: string) => boolean> = {
  icon: (name) => Object.hasOwn(eagerIcons, name) || Object.hasOwn(lazyIcons, name),
  route: (path) => /^\/[\w/-]*$/.test(path),
  // Stories also show the effect of an address that the compiler would refuse.
  url: () => true,
}

/** A validator of the schema dialect, by the same named patterns as everywhere: it refuses other keywords. */
export function createValidator(): Ajv {
  const ajv = new Ajv({ allErrors: true, strict: true, strictTypes: false, allowUnionTypes: true, ownProperties: true })
  ajv.addVocabulary(Object.keys(ANNOTATIONS))
  for (const name of FORMATS) ajv.addFormat(name, USES[name] ?? formats[name] ?? true)
  ajv.addFormat('unix-seconds', { type: 'number', validate: Number.isSafeInteger })
  return ajv
}
