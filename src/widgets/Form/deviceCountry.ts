/** The country of the device's first language that names one: "en-GB" is GB; undefined: none does. */
export function deviceCountry(): string | undefined {
  return typeof navigator === 'undefined'
    ? undefined
    : navigator.languages?.map((tag) => /-([A-Z]{2})\b/.exec(tag)?.[1]).find(Boolean)
}

/** Moves the country of the device to the front of a list. */
export function deviceCountryFirst<Item extends { id: string }>(items: readonly Item[]): Item[] {
  const country = deviceCountry()
  return [...items.filter(({ id }) => id === country), ...items.filter(({ id }) => id !== country)]
}
