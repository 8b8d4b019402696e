import { valueAt } from './formValues.ts'

/** Where the paths within the items of a list are afterwards: `origins` are the present positions of the items in their coming order. */
export function movedPaths(list: string, origins: readonly number[]): (path: string) => string[] {
  return (path) => {
    const [, position, rest = ''] = /^(\d+)(\..*)?$/.exec(path.slice(list.length + 1)) ?? []
    return origins.flatMap((origin, index) => (String(origin) === position ? [`${list}.${index}${rest}`] : []))
  }
}

/** The lists that lose the items at these paths, each with the positions of the items that remain; inner lists first. */
export function remainingItems(values: unknown, removed: readonly string[]): [list: string, origins: number[]][] {
  const lists = new Map<string, Set<number>>()
  for (const path of removed) {
    const [, list, position] = /^(.+)\.(\d+)$/.exec(path) ?? []
    if (list === undefined || !Array.isArray(valueAt(values, list))) continue
    lists.set(list, (lists.get(list) ?? new Set<number>()).add(Number(position)))
  }
  return [...lists]
    .map(([list, positions]): [string, number[]] => {
      const items = valueAt(values, list) as readonly unknown[]
      return [list, [...items.keys()].filter((position) => !positions.has(position))]
    })
    .toSorted(([a], [b]) => b.length - a.length)
}
