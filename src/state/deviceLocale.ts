/** The country of the device's first language that names one: "en-GB" is GB. Else the main country of its first language: "ja" is JP; undefined without languages. */
export function deviceCountry(): string | undefined {
  const tags = typeof navigator === 'undefined' ? [] : (navigator.languages ?? [])
  return (
    tags.map((tag) => /-([A-Z]{2})\b/.exec(tag)?.[1]).find(Boolean) ??
    (tags[0] === undefined ? undefined : new Intl.Locale(tags[0]).maximize().region)
  )
}

/** Moves the country of the device to the front of a list. */
export function deviceCountryFirst<Item extends { id: string }>(items: readonly Item[]): Item[] {
  const country = deviceCountry()
  return [...items.filter(({ id }) => id === country), ...items.filter(({ id }) => id !== country)]
}
