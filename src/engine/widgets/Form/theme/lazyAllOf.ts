import type shallowAllOfMerge from '@rjsf/utils/lib/schema/shallowAllOfMerge.js'

type Merge = typeof shallowAllOfMerge

let merge: Merge | null = null

/** Gives the library its merger of `allOf`, which few forms need: it comes with the fields of the library. */
export function provideAllOf(loaded: Merge): void {
  merge = loaded
}

/**
 * Replaces the library's merger. A form with an `allOf` is drawn after the merger is loaded: see fieldKindsOf in
 * language/forms/forms.ts.
 */
const mergeAllOf: Merge = (schema) => {
  if (!merge) throw new Error('The merger of allOf is not loaded.')
  return merge(schema)
}
export default mergeAllOf
