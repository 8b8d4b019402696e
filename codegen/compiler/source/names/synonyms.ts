/**
 * Words by which other screen languages and earlier catalogues name actions, their arguments and branches, names in expressions, functions
 * and widgets: the word, and the names that it may mean. Only names that are valid at that position count. The words
 * for a keyword are in its module, those for a function in its signature.
 */
const TABLE: Readonly<Record<string, readonly string[]>> = {
  // Steps and actions
  when: ['condition'],
  ok: ['onSuccess', 'confirmLabel'],
  success: ['onSuccess'],
  fail: ['onError'],
  failure: ['onError'],
  catch: ['onError'],
  cancel: ['cancelLabel'],
  fill: ['setFormValues'],
  finish: ['returnResult'],
  relaunch: ['resetTo'],
  openPlace: ['openMap'],
  setState: ['set'],
  fetch: ['call'],
  url: ['call'],
  variables: ['payload'],
  data: ['queries', 'query'],
  request: ['call'],
  goBack: ['back'],
  alert: ['toast'],
  // Expressions
  draft: ['forms'],
  meta: ['queries'],
  settings: ['preferences'],
  ago: ['relativeTime'],
  label: ['enumText'],
  // Widgets
  sends: ['submitButtons'],
  ways: ['buttons'],
  Div: ['Stack'],
  Column: ['Stack'],
  Label: ['Text'],
  TextBlock: ['Text'],
}
const SYNONYMS: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(TABLE))

/** The name with this synonym, if it is one of these names. */
export function synonymAmong(word: string, names: Iterable<string>): string | undefined {
  const meant = SYNONYMS.get(word)
  if (!meant) return undefined
  const known = new Set(names)
  return meant.find((name) => known.has(name))
}
